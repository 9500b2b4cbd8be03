package dev.fairlead.console.api;

import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;

/** Everything that the page may ask for. */
public final class Api {
    private Api() {}

    /** Returns the table of it. */
    public static Routes of(Parts parts) {
        var routes = new Routes();
        new StateApi(parts).addTo(routes);
        new ServerApi(parts.servers()).addTo(routes);
        new ToolApi(parts.servers(), parts.calls()).addTo(routes);
        new CallApi(parts.servers(), parts.calls(), parts.saved(), parts.settings()).addTo(routes);
        new TrafficApi(parts.traffic()).addTo(routes);
        new QuestionApi(parts).addTo(routes);
        new PromptApi(parts).addTo(routes);
        new ChatApi(parts).addTo(routes);
        new ResourceApi(parts).addTo(routes);
        new FoundApi(parts.servers()).addTo(routes);
        new LoginApi(parts).addTo(routes);
        new AppApi(parts).addTo(routes);
        new PolicyApi(parts).addTo(routes);
        routes.get(
                "/api/metrics",
                inquiry -> Reply.json(parts.metrics().toJson(parts.servers().restarts())));
        return routes;
    }
}
