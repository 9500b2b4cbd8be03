package dev.fairlead.console.api;

import dev.fairlead.console.app.Apps;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.call.SavedCalls;
import dev.fairlead.console.call.Tasks;
import dev.fairlead.console.chat.Chats;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.Settings;
import dev.fairlead.console.login.Logins;
import dev.fairlead.console.metrics.Metrics;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.policy.Program;
import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.question.Questions;
import dev.fairlead.console.server.Servers;
import dev.fairlead.console.server.Subscriptions;
import dev.fairlead.console.traffic.TrafficLog;

/**
 * What a console is made of.
 *
 * @param sandbox the address of the second origin
 */
public record Parts(
        String version,
        String sandbox,
        Broadcast broadcast,
        Keep keep,
        Settings settings,
        Models models,
        Servers servers,
        Calls calls,
        SavedCalls saved,
        Tasks tasks,
        TrafficLog traffic,
        Questions questions,
        Approvals approvals,
        Chats chats,
        Subscriptions subscriptions,
        Metrics metrics,
        Logins logins,
        Apps apps,
        Program program) {}
