package dev.fairlead.cli.question;

import dev.fairlead.cli.question.Answers.Action;
import dev.fairlead.cli.text.ColourChoice;
import dev.fairlead.cli.text.Renderer;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.FormCheck;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers what servers ask during one visit. */
public final class Dialogue {
    /** How many questions of servers are put to a person in one visit; all others are declined. */
    public static final int MOST_QUESTIONS = 25;

    /** How many fields a form may have. */
    public static final int MOST_FIELDS = 100;

    private static final int TOLD_FIELDS = 8;
    private static final long GIVING_UP_SECONDS = 5;
    private static final String PROGRAM = "fairlead: ";

    /** What is said to a person who is there. */
    @FunctionalInterface
    private interface Talk<T> {
        T with(Person person) throws InterruptedException, GoneException;
    }

    private final Setting setting;
    private final Runnable giveUp;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicReference<@Nullable AnswerException> trouble = new AtomicReference<>();
    private final ReentrantLock givingUp = new ReentrantLock();
    private boolean over; // guarded by givingUp
    private volatile boolean declined;

    /**
     * Prepares one.
     *
     * @param giveUp ends what the server is asked to do, where an answer that was typed beforehand does not fit
     */
    public Dialogue(Setting setting, Runnable giveUp) {
        this.setting = setting;
        this.giveUp = giveUp;
    }

    /** Returns who declines everything: to servers it is the same client that every visit brings, which may count. */
    public static InputHandlers declining() {
        return InputHandlers.none()
                .onForm((question, asking) -> InputResponse.decline())
                .onUrl((question, asking) -> InputResponse.decline())
                .onSampling((request, asking) -> Optional.empty());
    }

    /** Returns who answers. */
    public InputHandlers handlers() {
        var handlers = InputHandlers.none().onForm(this::form).onUrl(this::url).onSampling(this::sample);
        return setting.roots().isEmpty() ? handlers : handlers.onRoots(setting::roots);
    }

    /** Tells whether a question was not answered as the server wished. */
    public boolean declined() {
        return declined;
    }

    /** Returns why an answer that was typed beforehand could not be given. */
    public Optional<AnswerException> trouble() {
        return Optional.ofNullable(trouble.get());
    }

    /** Says which of the answers nobody asked for. */
    public void finish() {
        finish(unused());
    }

    /** Says that nobody asked for these answers. */
    public void finish(Collection<String> unused) {
        if (trouble.get() == null && !unused.isEmpty()) {
            tell("the server did not ask for what --answer %s answers".formatted(String.join(", ", unused)));
        }
    }

    /** Returns what was answered beforehand and not asked for until now. */
    public List<String> unused() {
        return setting.answers().unused();
    }

    /** Tells whether it was typed beforehand what a model should have said. */
    public boolean samples() {
        return setting.answers().sampling().isPresent();
    }

    /** Shows a person what a server wants to ask a model, and tells whether they agree; nobody agrees where none is. */
    public boolean agreesToSampling(SamplingRequest request, Asking asking, String model) {
        var objection = tooMany(asking);
        if (objection.isPresent()) {
            tell(objection.get());
            return false;
        }
        if (!setting.attended().getAsBoolean()) {
            tell(
                    "server '%s' wants to ask the model something of its own. Nobody is here to agree, so that is declined."
                            .formatted(asking.server()));
            return false;
        }
        var sampling = new SamplingAsking(request, setting.words());
        if (!readable(asking, "a conversation", sampling.words())) {
            return false;
        }
        try {
            return talk(asking, "", false, person -> sampling.agreed(person, model));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends the visit: from now on nothing is given up because of what is asked. */
    public void end() {
        givingUp.lock();
        try {
            over = true;
        } finally {
            givingUp.unlock();
        }
    }

    private InputResponse form(InputRequest.Form question, Asking asking) throws InterruptedException {
        var action = setting.answers().action(Answers.FORM);
        if (action.isPresent() && action.get() != Action.ACCEPT) {
            return refused(action.get() == Action.DECLINE ? InputResponse.decline() : InputResponse.cancel());
        }
        var objection = tooMany(asking).or(() -> objection(question, asking));
        if (objection.isPresent()) {
            tell(objection.get());
            return refused(InputResponse.decline());
        }
        GivenForm given;
        try {
            given = GivenForm.of(question.schema(), setting.answers());
        } catch (AnswerException unfit) {
            return unfit(unfit);
        }
        boolean answered = action.isPresent() || !given.typed().isEmpty();
        if (answered && given.missing().isEmpty()) {
            return filledIn(question, given);
        }
        if (setting.attended().getAsBoolean()) {
            if (!readable(asking, "a form", FormFilling.words(question))) {
                return refused(InputResponse.decline());
            }
            return said(
                    asking,
                    question.message(),
                    InputResponse.cancel(),
                    person -> new FormFilling(person, Sanitizer.line(asking.server()), question, given.typed()).run());
        }
        if (answered || (!given.missing().isEmpty() && !given.strangers().isEmpty())) {
            return unfit(given.incomplete());
        }
        return nobody(asking, question.message(), howTo(question));
    }

    private InputResponse filledIn(InputRequest.Form question, GivenForm given) throws InterruptedException {
        var content = given.content();
        var problems = FormCheck.problems(question.schema(), content);
        return problems.isEmpty()
                ? InputResponse.accept(content)
                : unfit(AnswerException.unfit(
                        "what --answer says does not fit the form: " + Excerpts.line(problems.getFirst())));
    }

    private InputResponse url(InputRequest.Url question, Asking asking) throws InterruptedException {
        var address = WebAddress.of(question.url());
        var objection = tooMany(asking)
                .or(() -> address.isPresent()
                        ? Optional.empty()
                        : Optional.of(
                                "server '%s' wants somebody to visit '%s', which is no address of the web (http or https, in"
                                                .formatted(asking.server(), Excerpts.line(question.url()))
                                        + " plain ASCII); declined"));
        if (objection.isPresent() || address.isEmpty()) {
            tell(objection.orElseThrow());
            return refused(InputResponse.decline());
        }
        var action = setting.answers().action(Answers.URL);
        if (action.isPresent()) {
            return switch (action.get()) {
                case ACCEPT -> {
                    tell("server '%s' wants you to visit %s".formatted(asking.server(), question.url()));
                    yield InputResponse.accept();
                }
                case DECLINE -> refused(InputResponse.decline());
                case CANCEL -> refused(InputResponse.cancel());
            };
        }
        if (setting.attended().getAsBoolean()) {
            if (!readable(asking, "a message", List.of(question.message()))) {
                return refused(InputResponse.decline());
            }
            return said(
                    asking,
                    question.message(),
                    InputResponse.cancel(),
                    person -> new UrlAsking(person, setting.browser().get()).run(question, address.get()));
        }
        return nobody(
                asking,
                question.message(),
                "It names the page %s; to agree to visiting it, type --answer %s=accept"
                        .formatted(question.url(), Answers.URL));
    }

    private Optional<SamplingResult> sample(SamplingRequest request, Asking asking) throws InterruptedException {
        var objection = tooMany(asking);
        if (objection.isPresent()) {
            tell(objection.get());
            declined = true;
            return Optional.empty();
        }
        var typed = setting.answers().sampling();
        Optional<SamplingResult> answer;
        if (typed.isPresent()) {
            answer = typed.filter(text -> !text.isEmpty())
                    .map(text -> SamplingResult.ofText(SamplingAsking.MODEL, text));
        } else if (setting.attended().getAsBoolean()) {
            var sampling = new SamplingAsking(request, setting.words());
            answer = readable(asking, "a conversation", sampling.words())
                    ? talk(asking, "", Optional.empty(), sampling::run)
                    : Optional.empty();
        } else {
            var last = request.messages().isEmpty()
                    ? ""
                    : request.messages().getLast().content().stream()
                            .map(setting.words())
                            .collect(Collectors.joining(" "));
            nobody(
                    asking,
                    "(for a language model) " + last,
                    "There is no model here; to answer in its place, type --answer %s=TEXT"
                            .formatted(Answers.SAMPLING));
            answer = Optional.empty();
        }
        declined |= answer.isEmpty();
        return answer;
    }

    private InputResponse said(Asking asking, String message, InputResponse gone, Talk<InputResponse> talk)
            throws InterruptedException {
        var answer = talk(asking, message, gone, talk);
        return answer instanceof InputResponse.Accept ? answer : refused(answer);
    }

    /** Has the person's attention, says who asks, and asks. */
    private <T> T talk(Asking asking, String message, T gone, Talk<T> talk) throws InterruptedException {
        return setting.floor().ask(() -> {
            var renderer = new Renderer(setting.screen().errorTheme(ColourChoice.AUTO));
            var person = new Person(setting.err(), renderer, setting.screen()::columns, setting.keyboard());
            person.show(StyledText.of("Server '%s' asks".formatted(Excerpts.line(asking.server())), Role.HEADING)
                    .plus(asking.cause()
                            .map(cause -> " because of '%s'".formatted(Excerpts.line(cause)))
                            .orElse(""))
                    .plus(". These are its words, not fairlead's:", Role.FAINT));
            if (!message.isBlank()) {
                person.quote(StyledText.lines(message));
            }
            try {
                return talk.with(person);
            } catch (GoneException gaveUp) {
                return gone;
            } catch (InterruptedException takenBack) {
                setting.err().println();
                person.show("The question was taken back.", Role.FAINT);
                throw takenBack;
            }
        });
    }

    /** Tells whether all of it can be read before it is answered, and says so where it cannot. */
    private boolean readable(Asking asking, String what, List<String> words) {
        boolean readable = Excerpts.readable(words, setting.screen().columns());
        if (!readable) {
            tell("server '%s' asks with %s that is too long to be read here before somebody agrees; declined"
                    .formatted(asking.server(), what));
        }
        return readable;
    }

    private Optional<String> tooMany(Asking asking) {
        int now = asked.incrementAndGet();
        return now <= MOST_QUESTIONS
                ? Optional.empty()
                : Optional.of(
                        now == MOST_QUESTIONS + 1
                                ? "server '%s' has asked %s questions; all others are declined"
                                        .formatted(asking.server(), MOST_QUESTIONS)
                                : "");
    }

    private static Optional<String> objection(InputRequest.Form question, Asking asking) {
        int fields = question.schema().fields().size();
        if (fields > MOST_FIELDS) {
            return Optional.of("server '%s' asks for %s fields at once, more than %s; declined"
                    .formatted(asking.server(), fields, MOST_FIELDS));
        }
        return FormCheck.objection(question.schema())
                .map(why -> "server '%s' asks with a form that nobody can fill in: its schema %s; declined"
                        .formatted(asking.server(), Excerpts.line(why)));
    }

    private static String howTo(InputRequest.Form question) {
        var fields = question.schema().fields();
        if (fields.isEmpty()) {
            return "To agree, type --answer %s=accept".formatted(Answers.FORM);
        }
        var options = fields.stream()
                .limit(TOLD_FIELDS)
                .map(field -> "--answer " + FieldWords.option(field))
                .collect(Collectors.joining(" "));
        return "To answer, type %s%s".formatted(options, fields.size() > TOLD_FIELDS ? " and more" : "");
    }

    private InputResponse nobody(Asking asking, String message, String howTo) {
        tell("server '%s' asks: %s%nNobody is here to answer, so that is declined. %s"
                .formatted(asking.server(), Excerpts.line(message), howTo));
        return refused(InputResponse.decline());
    }

    /** Gives the call up, and answers nothing before that is done: the server might otherwise be the faster one. */
    private InputResponse unfit(AnswerException unfit) throws InterruptedException {
        givingUp.lock();
        try {
            if (!over && trouble.compareAndSet(null, unfit)) {
                giveUp.run();
            }
        } finally {
            givingUp.unlock();
        }
        boolean ignored = new CountDownLatch(1).await(GIVING_UP_SECONDS, TimeUnit.SECONDS);
        return InputResponse.cancel();
    }

    private InputResponse refused(InputResponse answer) {
        declined = true;
        return answer;
    }

    private void tell(String sentence) {
        if (!sentence.isEmpty()) {
            setting.floor().say(() -> {
                setting.err().println(PROGRAM + Sanitizer.text(sentence));
                setting.err().flush();
            });
        }
    }
}
