package depot.store;

import depot.store.Goods.Discount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

public class Warehouse implements Iterable<Item> {
  private final Map<String, List<Item>> shelves = new HashMap<>();
  private final Log log;
  private int changes;

  public Warehouse(Log log) {
    this.log = log;
  }

  public void put(String place, Item item) {
    shelves.computeIfAbsent(place, key -> new ArrayList<>()).add(item);
    changes++;
    log.write(Log.Level.INFO, item.describe());
  }

  public Item find(int number) throws MissingItem {
    for (Item item : this) {
      if (item.number == number) {
        return item;
      }
    }
    throw new MissingItem(number);
  }

  public <T extends Item> List<T> ofKind(Class<T> kind) {
    List<T> found = new ArrayList<>();
    for (List<Item> shelf : shelves.values()) {
      for (Item item : shelf) {
        if (kind.isInstance(item)) {
          found.add(kind.cast(item));
        }
      }
    }
    return found;
  }

  public List<Item> where(Predicate<Item> wanted) {
    return shelves.values().stream().flatMap(List::stream).filter(wanted).collect(Collectors.toList());
  }

  public int sale(int percent) {
    int changed = 0;
    for (Item item : this) {
      if (item instanceof Discount) {
        ((Discount) item).reduce(percent);
        item.tag("sale", item.name());
        changed++;
      }
    }
    log.write(Log.Level.WARNING, changed + " on sale");
    return changed;
  }

  @Override
  public Iterator<Item> iterator() {
    final int expected = changes;
    return new Walk(new ArrayList<>(shelves.values())) {
      @Override
      void check() {
        if (expected != changes) {
          throw new IllegalStateException(describe());
        }
      }
    };
  }

  private abstract static class Walk implements Iterator<Item> {
    private final List<List<Item>> rest;
    private int at;

    Walk(List<List<Item>> rest) {
      this.rest = rest;
    }

    abstract void check();

    String describe() {
      return rest.size() + " left";
    }

    @Override
    public boolean hasNext() {
      while (!rest.isEmpty() && at >= rest.get(0).size()) {
        rest.remove(0);
        at = 0;
      }
      return !rest.isEmpty();
    }

    @Override
    public Item next() {
      check();
      if (!hasNext()) {
        throw new NoSuchElementException(describe());
      }
      return rest.get(0).get(at++);
    }
  }

  public static class MissingItem extends Exception {
    private final int number;

    MissingItem(int number) {
      super("no item " + number);
      this.number = number;
    }

    public int number() {
      return number;
    }
  }
}
