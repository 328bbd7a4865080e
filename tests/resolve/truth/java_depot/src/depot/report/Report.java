package depot.report;

import depot.store.*;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.stream.Collectors;

public abstract class Report<R extends Item> {
  private final Warehouse source;
  private final Class<R> kind;

  protected Report(Warehouse source, Class<R> kind) {
    this.source = source;
    this.kind = kind;
  }

  protected abstract Line row(R item);

  public List<Line> lines() {
    return source.ofKind(kind).stream().map(this::row).collect(Collectors.toList());
  }

  public double total() {
    double total = 0;
    for (Line line : lines()) {
      total += line.value();
    }
    return total;
  }

  public String title() {
    Title title = getClass().getAnnotation(Title.class);
    return title == null ? "" : title.value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  public @interface Title {
    String value();

    int width() default 80;
  }

  public record Line(String text, double value) {
    public static final Line EMPTY = new Line("", 0);

    public Line {
      if (text == null) {
        throw new IllegalArgumentException();
      }
    }

    Line doubled() {
      return new Line(text, 2 * value);
    }
  }

  @Title(value = "Boxes", width = 40)
  public static class Boxes extends Report<Goods.Box> {
    public Boxes(Warehouse source) {
      super(source, Goods.Box.class);
    }

    @Override
    protected Line row(Goods.Box box) {
      var line = new Line(box.describe(), box.weight());
      return box.unit() == Units.KILOGRAM ? line.doubled() : line;
    }
  }
}
