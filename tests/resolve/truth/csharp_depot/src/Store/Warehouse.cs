using System.Collections.Generic;
using System.Linq;
using Depot.Store.Pricing;
using Shelf = System.Collections.Generic.List<Depot.Store.Item>;

namespace Depot.Store
{
    public partial class Warehouse
    {
        private readonly Dictionary<string, Shelf> shelves = new Dictionary<string, Shelf>();
        private readonly ILog log;

        public Warehouse(ILog log)
        {
            this.log = log;
        }

        public int Count
        {
            get { return shelves.Values.Sum(shelf => shelf.Count); }
        }

        public Item this[int number]
        {
            get { return All().First(item => item.Number == number); }
        }

        public void Put(string place, Item item)
        {
            if (!shelves.TryGetValue(place, out var shelf))
            {
                shelf = new Shelf();
                shelves[place] = shelf;
            }

            shelf.Add(item);
            log.Write(Level.Info, item.Describe());
        }

        public IEnumerable<Item> All()
        {
            foreach (var shelf in shelves.Values)
            {
                foreach (Item item in shelf)
                {
                    yield return item;
                }
            }
        }

        public IEnumerable<T> OfKind<T>()
            where T : Item
        {
            return All().OfType<T>();
        }

        private Item Find(int number) => this[number];
    }
}
