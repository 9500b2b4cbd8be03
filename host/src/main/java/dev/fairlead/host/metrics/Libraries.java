package dev.fairlead.host.metrics;

/** Which of the optional libraries this program has. */
final class Libraries {
    private Libraries() {}

    static boolean hasOpenTelemetry() {
        return has("io.opentelemetry.context.Context") && has("io.opentelemetry.api.GlobalOpenTelemetry");
    }

    private static boolean has(String name) {
        try {
            var found = Class.forName(name, false, Libraries.class.getClassLoader());
            // It may lie beside the modules, where nothing in a module looks by itself.
            Libraries.class.getModule().addReads(found.getModule());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
