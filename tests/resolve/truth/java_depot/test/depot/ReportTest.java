package depot;

import static depot.report.Report.Line.EMPTY;

import depot.report.Report;
import depot.store.Goods.Box;
import depot.store.Goods.Liquid;
import depot.store.Item;
import depot.store.Log;
import depot.store.Priced;
import depot.store.Units;
import depot.store.Warehouse;
import java.util.List;

class ReportTest {
  private final Warehouse warehouse = new Warehouse(new Log.Console(Log.Level.WARNING));

  void totalsAreWeights() {
    warehouse.put("A", new Box("nails", 300, 2).in(Units.parse("kg")));
    warehouse.put("A", new Liquid("oil", 900, 0.9));
    Report.Boxes report = new Report.Boxes(warehouse);
    check(report.total() == 4.8);
    check(report.lines().get(0).text().startsWith(report.title()));
    check(EMPTY.value() == 0 && Box.EMPTY == 0.4);
  }

  void salesReduce() throws Exception {
    Item oil = new Liquid("oil", 1000, 0.9).tag("new");
    warehouse.put("B", oil);
    check(warehouse.sale(10) == 1);
    check(oil.price() == 900 && oil.tags().size() == 3);
    for (Item.Tag tag : oil.tags()) {
      check(tag.owner() == oil && !tag.text().isEmpty());
    }
    try {
      warehouse.find(7).describe();
    } catch (Warehouse.MissingItem missing) {
      check(missing.number() == 7);
    }
  }

  void sums() {
    List<Item> cheap = warehouse.where(item -> item.price() < 500);
    check(Priced.sum(cheap) <= Priced.sum(warehouse));
    Priced free = new Priced() {
      @Override
      public long price() {
        return 0;
      }
    };
    check(!free.costsMoreThan(cheap.get(0)));
    new Warehouse(Log.silent()).put("C", cheap.get(0));
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new AssertionError();
    }
  }
}
