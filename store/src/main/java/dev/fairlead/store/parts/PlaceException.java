package dev.fairlead.store.parts;

import org.jspecify.annotations.Nullable;

/** A variable says where things are kept, and cannot be understood; nothing was read or written anywhere else instead. */
public final class PlaceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlaceException(String variable, @Nullable Throwable cause) {
        super(
                "%s holds no path that can be used here; if it has letters beyond ASCII, run this program in a UTF-8 locale (such as LC_ALL=C.UTF-8), else set it to another folder"
                        .formatted(variable),
                cause);
    }
}
