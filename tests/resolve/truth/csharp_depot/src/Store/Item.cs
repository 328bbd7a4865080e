using System;
using System.Collections.Generic;

namespace Depot.Store
{
    /// <summary>Something that can be kept and sold.</summary>
    public abstract class Item : IComparable<Item>
    {
        private static int nextNumber;

        private readonly List<Tag> tags = new List<Tag>();

        protected Item(string name, decimal price)
        {
            Name = name;
            Price = price;
            Number = ++nextNumber;
        }

        public string Name { get; }

        public int Number { get; }

        public decimal Price { get; protected set; }

        public Unit Unit { get; set; } = Unit.Piece;

        public IReadOnlyList<Tag> Tags => tags;

        public abstract decimal Weight();

        public virtual string Describe()
        {
            return $"{Name} ({Unit})";
        }

        public string Describe(int width)
        {
            return Describe().PadRight(width);
        }

        public Item AddTag(string text)
        {
            tags.Add(new Tag(text, this));
            return this;
        }

        public int CompareTo(Item other)
        {
            return Price.CompareTo(other.Price);
        }

        public sealed class Tag
        {
            public Tag(string text, Item owner)
            {
                Text = text;
                Owner = owner;
            }

            public string Text { get; }

            public Item Owner { get; }

            public override string ToString() => Owner.Name + "#" + Text;
        }
    }

    public enum Unit
    {
        Piece,
        Kilogram,
        Litre,
    }
}
