using System;
using System.Threading.Tasks;
using Depot.Store.Pricing;
using static Depot.Store.Clock;

namespace Depot.Store
{
    partial class Warehouse
    {
        private Sale current;

        public bool IsOnSale => current != null && current.Ends > Now;

        public async Task<int> StartSale(string rate, TimeSpan length)
        {
            var percent = rate.ToPercent();
            current = new Sale { By = percent, Ends = Now + length };
            int changed = 0;
            foreach (var item in All())
            {
                if (item is Liquid liquid)
                {
                    liquid.WithDiscount(percent);
                    liquid.AddTag("sale").AddTag(liquid.Name);
                    changed++;
                }
            }

            await log.Flush();
            log.Write(Level.Warning, $"{changed} of {Count} on sale");
            return changed;
        }

        private sealed class Sale
        {
            public Percent By { get; set; }

            public DateTime Ends { get; set; }
        }
    }
}
