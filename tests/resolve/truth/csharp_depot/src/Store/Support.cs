using System;
using System.Threading.Tasks;

namespace Depot.Store
{
    public static class Clock
    {
        public static DateTime Now => Source();

        internal static Func<DateTime> Source { get; set; } = () => DateTime.UtcNow;
    }

    public enum Level
    {
        Info,
        Warning,
    }

    public interface ILog
    {
        void Write(Level level, string text);

        Task Flush();
    }

    public class ConsoleLog : ILog
    {
        private readonly Level least;

        public ConsoleLog(Level least)
        {
            this.least = least;
        }

        public void Write(Level level, string text)
        {
            if (level >= least)
            {
                Console.WriteLine(Prefix(level) + text);
            }
        }

        public Task Flush() => Task.CompletedTask;

        private static string Prefix(Level level) => level switch
        {
            Level.Info => "  ",
            Level.Warning => "! ",
            _ => throw new ArgumentOutOfRangeException(nameof(level)),
        };
    }
}
