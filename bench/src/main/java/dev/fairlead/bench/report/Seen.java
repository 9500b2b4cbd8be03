package dev.fairlead.bench.report;

/**
 * In which run something was seen.
 *
 * @param when in ISO 8601
 * @param mode how thorough the run was
 */
public record Seen(String when, String machine, String mode, int rounds) {

    @Override
    public String toString() {
        return "Seen on " + when.substring(0, 10) + " (" + mode + " run, " + rounds + " rounds; " + machine + ").";
    }
}
