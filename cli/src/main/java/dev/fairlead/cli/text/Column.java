package dev.fairlead.cli.text;

/** A column of a table: what stands above it, and what becomes of cells that are too wide. */
public record Column(String heading, Fit fit, Side side) {

    /** What becomes of cells where the terminal is too narrow. */
    public enum Fit {
        /** They stay whole as long as any other column can give way. */
        WHOLE,
        /** They are broken into lines. */
        WRAPPED,
        /** They are cut. */
        CUT
    }

    /** The side at which cells begin. */
    public enum Side {
        /** As words do. */
        LEFT,
        /** As numbers do. */
        RIGHT
    }

    /** Returns a column whose cells stay whole. */
    public static Column whole(String heading) {
        return new Column(heading, Fit.WHOLE, Side.LEFT);
    }

    /** Returns a column of numbers. */
    public static Column number(String heading) {
        return new Column(heading, Fit.WHOLE, Side.RIGHT);
    }

    /** Returns a column whose cells are broken into lines. */
    public static Column wrapped(String heading) {
        return new Column(heading, Fit.WRAPPED, Side.LEFT);
    }

    /** Returns a column whose cells are cut. */
    public static Column cut(String heading) {
        return new Column(heading, Fit.CUT, Side.LEFT);
    }

    boolean givesWay() {
        return fit != Fit.WHOLE;
    }
}
