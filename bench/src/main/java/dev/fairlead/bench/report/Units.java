package dev.fairlead.bench.report;

import dev.fairlead.bench.contenders.Figure;
import java.util.Locale;

/** Writes figures for people. */
final class Units {
    private static final double WORTH_TELLING = 0.02;

    private Units() {}

    static String of(Figure figure, double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return switch (figure) {
            case P50, P90, P99, CPU -> time(value);
            case RATE -> rate(value);
            case ALLOCATED -> bytes(value);
            case FAILED -> value == 0 ? "" : String.format(Locale.ROOT, "%,.0f", value);
            case COMPILING -> value < WORTH_TELLING ? "" : String.format(Locale.ROOT, "%.0f %%", value * 100);
            case THREADS -> String.format(Locale.ROOT, "%.1f", value);
            case RSS, HEAP -> String.format(Locale.ROOT, "%,.0f kB", value * 1.024);
        };
    }

    static String name(Figure figure) {
        return switch (figure) {
            case P50 -> "p50";
            case P90 -> "p90";
            case P99 -> "p99";
            case RATE -> "rate";
            case CPU -> "CPU each";
            case ALLOCATED -> "allocated each";
            case FAILED -> "failed";
            case COMPILING -> "compiling meanwhile";
            case THREADS -> "threads each";
            case RSS -> "RSS each";
            case HEAP -> "live heap each";
        };
    }

    static String ratio(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return significant(value);
    }

    private static String time(double micros) {
        if (micros >= 1e6) {
            return significant(micros / 1e6) + " s";
        }
        return micros >= 1e3 ? significant(micros / 1e3) + " ms" : significant(micros) + " µs";
    }

    private static String rate(double perSecond) {
        return perSecond >= 100 ? String.format(Locale.ROOT, "%,.0f/s", perSecond) : significant(perSecond) + "/s";
    }

    private static String bytes(double count) {
        if (count >= 1e6) {
            return significant(count / 1e6) + " MB";
        }
        return count >= 1e4 ? significant(count / 1e3) + " kB" : String.format(Locale.ROOT, "%,.0f B", count);
    }

    private static String significant(double value) {
        if (value >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
