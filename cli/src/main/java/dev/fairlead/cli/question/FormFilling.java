package dev.fairlead.cli.question;

import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.client.handler.FormCheck;
import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has a person fill in a form, field by field, and see all of it before it is sent. */
final class FormFilling {
    private static final String SKIP = ":skip";
    private static final String BACK = ":back";
    private static final String DECLINE = ":decline";
    private static final String CANCEL = ":cancel";
    private static final List<String> COMMANDS = List.of(SKIP, BACK, DECLINE, CANCEL);

    private final Person person;
    private final String server;
    private final InputRequest.Form form;
    private final List<FormField> fields;
    private final FieldReader reader;
    private final ObjectNode content;

    /**
     * Begins.
     *
     * @param given what was answered beforehand, and is offered like a default
     */
    FormFilling(Person person, String server, InputRequest.Form form, ObjectNode given) {
        this.person = person;
        this.server = server;
        this.form = form;
        this.fields = form.schema().fields();
        this.reader = new FieldReader(form.schema(), true);
        this.content = form.schema().defaults();
        content.setAll(given);
    }

    /** Returns all that a form says, which whoever fills it in is shown. */
    static List<String> words(InputRequest.Form form) {
        var words = new ArrayList<String>();
        words.add(form.message());
        for (var field : form.schema().fields()) {
            var heading = field.heading();
            words.add(field.displayName() + heading.name());
            if (heading.description() != null) {
                words.add(heading.description());
            }
            if (heading.defaultValue() != null) {
                words.add(FieldWords.whole(heading.defaultValue()));
            }
            FieldWords.options(field).forEach(option -> words.add(option.value() + option.title()));
        }
        return words;
    }

    /** Asks, and returns what the person said. */
    InputResponse run() throws InterruptedException, GoneException {
        if (!fields.isEmpty()) {
            person.show(
                    "Fill in %s. Enter takes what is in brackets; %s leaves a field out, %s goes back, %s says no, %s goes away."
                            .formatted(
                                    fields.size() == 1 ? "1 field" : fields.size() + " fields",
                                    SKIP,
                                    BACK,
                                    DECLINE,
                                    CANCEL),
                    Role.FAINT);
        }
        while (true) {
            var ended = fill();
            if (ended != null) {
                return ended;
            }
            var said = confirm();
            if (said != null) {
                return said;
            }
        }
    }

    private @Nullable InputResponse fill() throws InterruptedException, GoneException {
        for (int i = 0; i < fields.size(); ) {
            introduce(i);
            var command = field(fields.get(i));
            switch (command) {
                case DECLINE -> {
                    return InputResponse.decline();
                }
                case CANCEL -> {
                    return InputResponse.cancel();
                }
                case BACK -> i = Math.max(0, i - 1);
                default -> i++;
            }
        }
        return null;
    }

    private void introduce(int index) {
        var field = fields.get(index);
        var heading = StyledText.of("%s/%s ".formatted(index + 1, fields.size()), Role.FAINT)
                .plus(Sanitizer.line(field.displayName()), Role.STRONG);
        if (field.title() != null && !field.title().equals(field.name())) {
            heading = heading.plus(" (%s)".formatted(Sanitizer.line(field.name())), Role.FAINT);
        }
        person.show(heading.plus(": %s%s".formatted(FieldWords.kind(field), field.required() ? "" : ", optional")));
        if (field.description() != null) {
            person.quote(StyledText.lines(field.description()));
        }
        options(FieldWords.options(field));
        if (Secrets.asksFor(field)) {
            person.show(
                    "Careful: this looks like a secret, and servers must not ask for those in a form. Type %s unless you are sure."
                            .formatted(DECLINE),
                    Role.WARNING);
        }
    }

    private void options(List<FormField.Option> options) {
        boolean numbers = FieldReader.numbers(options);
        for (int i = 0; i < options.size(); i++) {
            var option = options.get(i);
            var line = StyledText.of(numbers ? "%3s  ".formatted(i + 1) : "  ", Role.FAINT)
                    .plus(Sanitizer.line(option.value()), Role.NAME);
            person.quote(List.of(
                    option.title().equals(option.value()) ? line : line.plus("  " + Sanitizer.line(option.title()))));
        }
    }

    /** Asks for one field until the answer fits; returns the command that was typed instead, or nothing. */
    private String field(FormField field) throws InterruptedException, GoneException {
        while (true) {
            var before = content.get(field.name());
            var typed =
                    person.ask(before == null ? "> " : "[%s] > ".formatted(Excerpts.line(FieldWords.whole(before))));
            var command = typed.strip();
            if (command.equals(SKIP) && field.required()) {
                person.show("This field is required; type a value, or %s.".formatted(DECLINE), Role.WARNING);
            } else if (COMMANDS.contains(command)) {
                if (command.equals(SKIP)) {
                    content.remove(field.name());
                }
                return command;
            } else if (typed.isEmpty() && before == null) {
                if (!field.required()) {
                    return "";
                }
                person.show("This field is required; type %s.".formatted(wanted(field)), Role.WARNING);
            } else if (accepted(field, typed, before)) {
                return "";
            }
        }
    }

    private boolean accepted(FormField field, String typed, @Nullable JsonNode before) {
        // Two colons are one, so that every text can be typed.
        var text = typed.startsWith("::") ? typed.substring(1) : typed;
        var reading = typed.isEmpty() && before != null ? reader.checked(field, before) : reader.read(field, text);
        switch (reading) {
            case FieldReading.Value value -> content.set(field.name(), value.json());
            case FieldReading.Wrong wrong -> {
                person.show("That does not fit; type %s.".formatted(wrong.why()), Role.WARNING);
                if (typed.isEmpty()) {
                    content.remove(field.name());
                }
            }
        }
        return reading instanceof FieldReading.Value;
    }

    private static String wanted(FormField field) {
        return switch (field) {
            case FormField.Choice choice -> "one of " + FieldWords.listed(choice.options());
            case FormField.Choices choices -> "any of " + FieldWords.listed(choices.options());
            default -> FieldWords.kind(field);
        };
    }

    /** Shows what will be sent, and asks whether it may be; null to fill it in again. */
    private @Nullable InputResponse confirm() throws InterruptedException, GoneException {
        var sent = inOrder();
        var problems = FormCheck.problems(form.schema(), sent);
        if (!problems.isEmpty()) {
            person.show(
                    "All of it together does not fit: %s.".formatted(Excerpts.line(problems.getFirst())), Role.WARNING);
            return switch (person.choose("edit, no, cancel > ", List.of("edit", "no", "cancel"), "")) {
                case "edit" -> null;
                case "no" -> InputResponse.decline();
                default -> InputResponse.cancel();
            };
        }
        person.show(
                sent.isEmpty()
                        ? "Nothing but your yes will be sent to '%s'.".formatted(server)
                        : "This will be sent to '%s':".formatted(server));
        sent.properties()
                .forEach(member -> person.quote(List.of(StyledText.of(Sanitizer.line(member.getKey()) + ": ", Role.NAME)
                        .plus(Sanitizer.line(FieldWords.whole(member.getValue()))))));
        var answers = fields.isEmpty() ? List.of("yes", "no", "cancel") : List.of("yes", "no", "edit", "cancel");
        // Who typed nothing at all has not agreed to anything by one more Enter.
        var usual = fields.isEmpty() ? "" : "yes";
        var prompt = "Send it? %s > ".formatted(usual.isEmpty() ? "yes, no, cancel" : "[yes], no, edit, cancel");
        return switch (person.choose(prompt, answers, usual)) {
            case "yes" -> InputResponse.accept(sent);
            case "no" -> InputResponse.decline();
            case "edit" -> null;
            default -> InputResponse.cancel();
        };
    }

    private ObjectNode inOrder() {
        var ordered = Json.object();
        for (var field : fields) {
            var value = content.get(field.name());
            if (value != null) {
                ordered.set(field.name(), value);
            }
        }
        return ordered;
    }
}
