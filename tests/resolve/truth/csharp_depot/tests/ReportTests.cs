using System;
using System.Threading.Tasks;
using Depot.Reports;
using Depot.Store;
using Depot.Store.Pricing;

namespace Depot.Tests
{
    public class ReportTests
    {
        private readonly Warehouse warehouse = new Warehouse(new ConsoleLog(Level.Warning));

        public void TotalsAreWeights()
        {
            warehouse.Put("A", new Box("nails", 3m, 2m) { Unit = Unit.Kilogram });
            warehouse.Put(place: "A", item: new Liquid("oil", 9m, 0.9m));
            var report = new BoxReport(warehouse);
            Same(4.8m, report.Total());
            Same(Box.DefaultWeight, report.Lines()[0].Value - 4.4m);
        }

        public async Task SalesReduce()
        {
            Item oil = new Liquid("oil", 10m, 0.9m);
            warehouse.Put("B", oil);
            int changed = await warehouse.StartSale("10%", TimeSpan.FromDays(1));
            Same(1, changed);
            Same(9m, warehouse[oil.Number].Price);
            Same(2, oil.Tags.Count);
            Depot.Store.Clock.Source = () => DateTime.MaxValue;
            Same(false, warehouse.IsOnSale);
        }

        public void DiscountsAreReported()
        {
            IDiscountable last = null;
            Discounts.Reduced += item => last = item;
            var milk = new Liquid("milk", 1m, 1m).WithDiscount(Percent.Zero);
            Same(milk, last);
            Same("milk#sale", milk.AddTag("sale").Tags[0].ToString());
            Same(0, milk.CompareTo(milk));
        }

        private static void Same<T>(T expected, T actual)
        {
            if (!Equals(expected, actual))
            {
                throw new InvalidOperationException($"{expected} is not {actual}");
            }
        }
    }
}
