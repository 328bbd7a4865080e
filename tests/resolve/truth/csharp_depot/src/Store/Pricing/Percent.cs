using System;

namespace Depot.Store.Pricing
{
    public readonly struct Percent
    {
        public static readonly Percent Zero = new Percent(0);

        private readonly decimal value;

        public Percent(decimal value)
        {
            this.value = value;
        }

        public decimal Of(decimal amount) => amount * (100 - value) / 100;

        public static Percent Parse(string text) => new Percent(decimal.Parse(text.TrimEnd('%')));
    }

    public interface IDiscountable
    {
        void Reduce(Percent by);
    }

    public static class Discounts
    {
        public static event Action<IDiscountable> Reduced;

        public static T WithDiscount<T>(this T item, Percent by)
            where T : IDiscountable
        {
            item.Reduce(by);
            Reduced?.Invoke(item);
            return item;
        }

        public static Percent ToPercent(this string text) => Percent.Parse(text);
    }
}
