package dev.fairlead.testkit;

import java.util.Map;
import java.util.TreeMap;

/** Every way to misbehave, by name. */
final class HostileModes {
    private HostileModes() {}

    static Map<String, HostileMode> all() {
        var modes = new TreeMap<String, HostileMode>();
        HostileFraming.addTo(modes);
        HostileCorrelation.addTo(modes);
        HostileTiming.addTo(modes);
        HostileProcess.addTo(modes);
        HostileOpening.addTo(modes);
        HostileQuestions.addTo(modes);
        HostileLists.addTo(modes);
        modes.put("mix", HostileMix::play);
        return modes;
    }
}
