package depot.store;

public final class Goods {
  private Goods() {}

  public static class Box extends Item {
    public static final double EMPTY = 0.4;

    private final double content;

    public Box(String name, long price, double content) {
      super(name, price);
      this.content = content;
    }

    @Override
    public double weight() {
      return EMPTY + content;
    }

    @Override
    public String describe() {
      return super.describe() + " in a box";
    }
  }

  public static class Liquid extends Item implements Discount {
    private final double density;

    public Liquid(String name, long price, double density) {
      super(name, price);
      this.density = density;
      in(Units.LITRE);
    }

    @Override
    public double weight() {
      return density * unit().parts / 1000;
    }

    @Override
    public void reduce(int percent) {
      price -= Discount.part(price, percent);
    }
  }

  interface Discount {
    void reduce(int percent);

    static long part(long price, int percent) {
      return price * percent / 100;
    }
  }
}
