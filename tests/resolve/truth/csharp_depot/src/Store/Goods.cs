namespace Depot.Store;

using Depot.Store.Pricing;

public class Box : Item
{
    public const decimal DefaultWeight = 0.4m;

    public Box(string name, decimal price, decimal content)
        : base(name, price)
    {
        Content = content;
    }

    public decimal Content { get; init; }

    public override decimal Weight() => DefaultWeight + Content;

    public override string Describe()
    {
        var text = base.Describe();
        return text + " in a box";
    }
}

public class Liquid : Item, IDiscountable
{
    private decimal density;

    public Liquid(string name, decimal price, decimal density)
        : base(name, price)
    {
        this.density = density;
        Unit = Unit.Litre;
    }

    public override decimal Weight() => density;

    public void Reduce(Percent by)
    {
        Price = by.Of(Price);
    }
}
