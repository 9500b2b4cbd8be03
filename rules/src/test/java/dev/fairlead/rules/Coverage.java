package dev.fairlead.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Requirements beside the tests that prove them.
 *
 * @param citations the tests by the id they cite
 */
record Coverage(List<Requirement> requirements, Map<String, Set<String>> citations) {

    /** Returns everything that is wrong. */
    List<String> problems() {
        var problems = new ArrayList<String>();
        var known = requirements.stream().map(Requirement::id).collect(Collectors.toSet());
        citations.forEach((id, tests) -> {
            if (!known.contains(id)) {
                problems.add("%s is cited but not listed, by %s".formatted(id, String.join(", ", tests)));
            }
        });
        for (var requirement : requirements) {
            if (requirement.isBinding()
                    && !isCited(requirement)
                    && requirement.reason().isEmpty()) {
                problems.add("%s is proven by no test and gives no reason: %s"
                        .formatted(requirement.id(), requirement.demand()));
            }
            if (isCited(requirement) && !requirement.reason().isEmpty()) {
                problems.add("%s gives a reason (%s) although it is proven by %s"
                        .formatted(
                                requirement.id(),
                                requirement.reason(),
                                String.join(", ", citations.getOrDefault(requirement.id(), Set.of()))));
            }
        }
        return List.copyOf(problems);
    }

    /** Returns how much is covered, section by section, and what is not. */
    String report() {
        var report = new StringBuilder("Requirements covered by tests (docs/requirements.md)\n");
        report.append("  section    MUST     all\n");
        requirements.stream()
                .map(Requirement::section)
                .distinct()
                .forEach(section -> report.append(
                        line(section, requirement -> requirement.section().equals(section))));
        report.append(line("all", requirement -> true));
        report.append("Not covered, although a MUST:\n");
        requirements.stream()
                .filter(requirement -> requirement.isBinding() && !isCited(requirement))
                .forEach(requirement -> report.append("  %-5s %s (%s)%n"
                        .formatted(
                                requirement.id(),
                                requirement.demand(),
                                requirement.reason().isEmpty() ? "NO REASON" : requirement.reason())));
        return report.toString();
    }

    private String line(String name, Predicate<Requirement> which) {
        var all = requirements.stream().filter(which).toList();
        var binding = all.stream().filter(Requirement::isBinding).toList();
        return "  %-7s %7s %7s%n".formatted(name, share(binding), share(all));
    }

    private String share(List<Requirement> some) {
        return some.stream().filter(this::isCited).count() + "/" + some.size();
    }

    private boolean isCited(Requirement requirement) {
        return citations.containsKey(requirement.id());
    }
}
