using System;
using System.Collections.Generic;
using System.Linq;
using Depot.Store;

namespace Depot.Reports
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ReportNameAttribute : Attribute
    {
        public ReportNameAttribute(string name)
        {
            Name = name;
        }

        public string Name { get; }
    }

    public record Line(string Text, decimal Value)
    {
        public Line Doubled() => this with { Value = 2 * Value };
    }

    public abstract class Report<TRow>
        where TRow : Item
    {
        private readonly Warehouse source;

        protected Report(Warehouse source)
        {
            this.source = source;
        }

        protected abstract Line Row(TRow row);

        public IReadOnlyList<Line> Lines() => source.OfKind<TRow>().Select(row => Row(row)).ToList();

        public decimal Total() => Lines().Sum(line => line.Value);
    }

    [ReportName("boxes")]
    public class BoxReport : Report<Box>
    {
        public BoxReport(Warehouse source)
            : base(source)
        {
        }

        protected override Line Row(Box row)
        {
            var line = new Line(row.Describe(), row.Weight());
            return row.Unit == Unit.Kilogram ? line.Doubled() : line;
        }
    }
}
