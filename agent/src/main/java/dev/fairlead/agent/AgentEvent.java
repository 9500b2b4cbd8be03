package dev.fairlead.agent;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.Progress;
import tools.jackson.databind.node.ObjectNode;

/** What happens while an agent works on a question, in the order in which it happens. */
public sealed interface AgentEvent {

    /** The model is asked. */
    record StepBegan(int step) implements AgentEvent {}

    /** The model says more. */
    record TextDelta(String text) implements AgentEvent {}

    /** The model thinks more. */
    record ThinkingDelta(String text) implements AgentEvent {}

    /** The model shows a picture, or lets something be heard. */
    record MediaShown(Part.Media media) implements AgentEvent {}

    /**
     * The model wants a tool called.
     *
     * @param id by which the other events of this call name it
     * @param name as the model asked for it
     * @param server where the tool is; empty if there is no such tool
     */
    record ToolAsked(String id, String name, String server, String tool, ObjectNode arguments) implements AgentEvent {}

    /** Somebody has to say whether a call may be made. It waits until the approval is answered. */
    record ApprovalNeeded(Approval approval) implements AgentEvent {}

    /** A server asks something back. It waits until the question is answered. */
    record QuestionAsked(ServerQuestion question) implements AgentEvent {}

    /** A call got further. Not told where more events wait than anybody reads. */
    record ToolProgressed(String id, Progress progress) implements AgentEvent {}

    /**
     * A call is over.
     *
     * @param record all that came of it
     * @param told what the model is told
     */
    record ToolDone(CallRecord record, CallResult told) implements AgentEvent {}

    /**
     * A tool is not offered to the model.
     *
     * @param reason why, and how many more tools of its server are not
     */
    record ToolLeftOut(String name, String reason) implements AgentEvent {}

    /**
     * The provider turned the conversation away, and is asked again without some or all pictures, sounds and documents in it,
     * which the model is told. Where that helps this model is not shown them any more; the transcript keeps them.
     *
     * @param reason what the provider was said to complain of
     */
    record MediaLeftOut(String reason) implements AgentEvent {}

    /**
     * The provider counted.
     *
     * @param run everything since the question
     */
    record UsageReported(Usage step, Usage run) implements AgentEvent {}

    /** It is over; the last event. */
    record Finished(Outcome outcome, Transcript transcript) implements AgentEvent {}
}
