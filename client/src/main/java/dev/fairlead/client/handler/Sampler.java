package dev.fairlead.client.handler;

import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import java.util.Optional;

/** Lets a server use our language model. Runs on a thread of its own. */
@FunctionalInterface
public interface Sampler {

    /** Returns what the model said; empty if the request was refused. */
    Optional<SamplingResult> sample(SamplingRequest request, Asking asking) throws InterruptedException;
}
