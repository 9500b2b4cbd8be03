package dev.fairlead.host.config;

import java.util.List;

/**
 * Where a value of a JSON text stands.
 *
 * @param start where it begins
 * @param end where what follows it begins
 * @param open whether it is an object, or a list
 * @param list whether it is a list
 * @param parts what an object or a list holds, in order; empty for all else
 */
record JsonSpan(int start, int end, boolean open, boolean list, List<Part> parts) {

    /**
     * A member of an object, or an item of a list.
     *
     * @param name the name of a member; empty for items
     * @param start where its name begins, or an item itself
     * @param comma where the comma after it stands; -1 where there is none
     */
    record Part(String name, int start, JsonSpan value, int comma) {
        /** Returns where what follows the value and its comma begins. */
        int end() {
            return comma < 0 ? value.end() : comma + 1;
        }
    }

    boolean isObject() {
        return open && !list;
    }

    /** Returns the last part of a name, which is the one that counts; -1 where there is none. */
    int last(String name) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
