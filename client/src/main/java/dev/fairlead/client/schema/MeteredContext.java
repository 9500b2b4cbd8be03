package dev.fairlead.client.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.annotation.Annotation;
import com.networknt.schema.annotation.Annotations;
import java.util.Collection;
import java.util.List;

/** The state of one check; the library passes here at every keyword, which is where the meter is read. */
final class MeteredContext extends ExecutionContext {

    // Errors of alternatives that fail are thrown away later, but are all held until then.
    private static final int MAX_ERRORS_OF_ALTERNATIVE = 10_000;

    private final Meter meter;
    private final List<Error> found;
    private final Annotations annotations;

    MeteredContext(ExecutionConfig config, Meter meter) {
        super(config);
        this.meter = meter;
        this.found = getErrors();
        this.annotations = new MeteredAnnotations(meter);
    }

    /** The errors of the value itself, without those of alternatives that are still being tried. */
    List<Error> found() {
        return found;
    }

    @Override
    public void evaluationPathAddLast(String token) {
        super.evaluationPathAddLast(token);
        meter.enter();
    }

    @Override
    public void evaluationPathAddLast(int token) {
        super.evaluationPathAddLast(token);
        meter.enter();
    }

    @Override
    public void evaluationPathRemoveLast() {
        meter.leave();
        super.evaluationPathRemoveLast();
    }

    @Override
    public void addError(Error error) {
        meter.look();
        if (getErrors().size() >= MAX_ERRORS_OF_ALTERNATIVE) {
            throw new OverBudget("one alternative has more than " + MAX_ERRORS_OF_ALTERNATIVE + " errors");
        }
        super.addError(error);
        if (found.size() >= CompiledSchema.MAX_PROBLEMS) {
            throw new Enough();
        }
    }

    @Override
    public Annotations getAnnotations() {
        return annotations;
    }

    /** The signal that as many problems as are reported have been found. */
    static final class Enough extends java.lang.Error {

        private static final long serialVersionUID = 1L;

        Enough() {
            super("enough problems", null, false, false);
        }
    }

    private static final class MeteredAnnotations extends Annotations {

        private final Meter meter;

        MeteredAnnotations(Meter meter) {
            this.meter = meter;
        }

        @Override
        public void put(Annotation annotation) {
            Object value = annotation.getValue();
            meter.retain(value instanceof Collection<?> names ? names.size() + 1 : 1);
            super.put(annotation);
        }
    }
}
