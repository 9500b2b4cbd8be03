package dev.fairlead.console.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Transcript;
import dev.fairlead.console.event.Broadcast;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of a conversation that is gone nothing is told, whatever still ends in it. */
final class ChatGoneTest {
    @Test
    void nothingIsToldOfAConversationThatIsGone() throws Exception {
        var broadcast = new Broadcast("run");
        var chat = new Chat("id", broadcast, null);
        chat.describe(Optional.of("title"), Optional.empty());
        assertThat(chat.close()).isEmpty();

        assertThat(chat.begin(null, 1, 1)).as("nothing begins any more").isFalse();
        chat.leave();
        chat.add(ChatItem.note("info", "Stopped."));
        chat.append(ChatItem.of("assistant", ""), "more");
        chat.step(2);
        chat.end(Transcript.begin());

        var told = broadcast.after(0, 100, Duration.ofSeconds(30)).events();
        assertThat(told).extracting(Broadcast.Event::type).containsExactly("chat", "chat-gone");
    }
}
