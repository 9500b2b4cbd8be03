package dev.fairlead.cli.frame;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/** Where the value of an option goes: it is kept for picocli, and whoever wants it is told. */
final class Place<T> implements IGetter, ISetter {
    private final Consumer<T> taker;
    private @Nullable Object value;

    Place(Consumer<T> taker) {
        this.taker = taker;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"}) // as picocli wants it
    public <V> V get() {
        return (V) value;
    }

    @Override
    @SuppressWarnings("unchecked") // the option has the type for which it was made
    public <V> V set(V given) {
        value = given;
        taker.accept((T) given);
        return given;
    }
}
