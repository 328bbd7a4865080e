package depot.store;

import static depot.store.Units.PIECE;
import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Something that can be kept and sold. */
public abstract class Item implements Comparable<Item>, Priced {
  private static int nextNumber;

  private final String name;
  private final List<Tag> tags = new ArrayList<>();
  protected long price;
  final int number;
  private Units unit = PIECE;

  protected Item(String name, long price) {
    this.name = requireNonNull(name);
    this.price = price;
    this.number = ++nextNumber;
  }

  public String name() {
    return name;
  }

  @Override
  public long price() {
    return price;
  }

  public Units unit() {
    return unit;
  }

  public Item in(Units unit) {
    this.unit = unit;
    return this;
  }

  public abstract double weight();

  public String describe() {
    return name + " (" + unit.label() + ")";
  }

  public String describe(int width) {
    String text = describe();
    return text.length() > width ? text.substring(0, width) : text;
  }

  public List<Tag> tags() {
    return Collections.unmodifiableList(tags);
  }

  public Item tag(String... texts) {
    for (String text : texts) {
      tags.add(new Tag(text));
    }
    return this;
  }

  @Override
  public int compareTo(Item other) {
    return Long.compare(price, other.price);
  }

  /** A word on an item. */
  public final class Tag {
    private final String text;

    Tag(String text) {
      this.text = text;
    }

    public Item owner() {
      return Item.this;
    }

    public String text() {
      return text;
    }

    @Override
    public String toString() {
      return owner().name() + "#" + Item.this.describe(3) + text;
    }
  }
}
