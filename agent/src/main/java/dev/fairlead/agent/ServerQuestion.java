package dev.fairlead.agent;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.SamplingRequest;

/**
 * Something that a server wants to know before it goes on. The first answer counts. Its texts are the server's and not fit
 * to be shown as they are.
 */
public sealed interface ServerQuestion {

    /** Returns who asks, and because of what. */
    Asking asking();

    /** Tells whether there is an answer. */
    boolean answered();

    /** Says no in the way that fits the question; tells whether that was the first answer. */
    boolean decline();

    /** A form to fill in. */
    final class Form implements ServerQuestion {
        private final Asking asking;
        private final InputRequest.Form form;
        private final OneAnswer<InputResponse> answer = new OneAnswer<>();

        Form(InputRequest.Form form, Asking asking) {
            this.form = form;
            this.asking = asking;
        }

        /** Returns what is asked. */
        public InputRequest.Form form() {
            return form;
        }

        /** Answers; tells whether that was the first answer. */
        public boolean answer(InputResponse response) {
            return answer.give(response);
        }

        @Override
        public Asking asking() {
            return asking;
        }

        @Override
        public boolean answered() {
            return answer.isGiven();
        }

        @Override
        public boolean decline() {
            return answer(InputResponse.decline());
        }

        InputResponse await() throws InterruptedException {
            return answer.await();
        }
    }

    /** A page to visit. */
    final class Page implements ServerQuestion {
        private final Asking asking;
        private final InputRequest.Url page;
        private final OneAnswer<InputResponse> answer = new OneAnswer<>();

        Page(InputRequest.Url page, Asking asking) {
            this.page = page;
            this.asking = asking;
        }

        /** Returns which page, and why. */
        public InputRequest.Url page() {
            return page;
        }

        /** Answers; tells whether that was the first answer. */
        public boolean answer(InputResponse response) {
            return answer.give(response);
        }

        @Override
        public Asking asking() {
            return asking;
        }

        @Override
        public boolean answered() {
            return answer.isGiven();
        }

        @Override
        public boolean decline() {
            return answer(InputResponse.decline());
        }

        InputResponse await() throws InterruptedException {
            return answer.await();
        }
    }

    /** The wish to use the model for something else. */
    final class Sampling implements ServerQuestion {
        private final Asking asking;
        private final SamplingRequest request;
        private final OneAnswer<Boolean> answer = new OneAnswer<>();

        Sampling(SamplingRequest request, Asking asking) {
            this.request = request;
            this.asking = asking;
        }

        /** Returns what the model would be asked. */
        public SamplingRequest request() {
            return request;
        }

        /** Lets the model answer; tells whether that was the first answer. */
        public boolean allow() {
            return answer.give(true);
        }

        @Override
        public Asking asking() {
            return asking;
        }

        @Override
        public boolean answered() {
            return answer.isGiven();
        }

        @Override
        public boolean decline() {
            return answer.give(false);
        }

        boolean await() throws InterruptedException {
            return answer.await();
        }
    }
}
