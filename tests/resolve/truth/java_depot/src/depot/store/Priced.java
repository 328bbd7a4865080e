package depot.store;

import java.util.Comparator;

public interface Priced {
  Comparator<Priced> BY_PRICE = Comparator.comparingLong(Priced::price);

  long price();

  default boolean costsMoreThan(Priced other) {
    return BY_PRICE.compare(this, other) > 0;
  }

  static long sum(Iterable<? extends Priced> all) {
    long sum = 0;
    for (Priced one : all) {
      sum += one.price();
    }
    return sum;
  }
}
