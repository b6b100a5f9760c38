package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * A hook's input for one event.
 *
 * @param run the id of the run
 * @param authority the authority of the event
 * @param content the event's text, if it has one
 */
record HookInput(
    String run,
    Hook hook,
    StoredEvent event,
    Occurrence occurrence,
    Authority authority,
    Optional<String> content) {

  /** Returns a copy without the event's text if the hook has no access to data. */
  HookInput within(HookBounds bounds) {
    return bounds.itself() == DataAccess.NONE
        ? new HookInput(run, hook, event, occurrence, authority, Optional.empty())
        : this;
  }

  /** Returns the JSON on the hook's standard input (NEXUS-AGENT-SYSTEM, hooks). */
  JsonObject json(Timestamp now, String zone, Optional<String> ledger, boolean isTest) {
    JsonObject.Builder last = JsonObject.builder();
    hook.lastRunMs().ifPresent(at -> last.put("run_at", time(at)));
    hook.lastFiredMs().ifPresent(at -> last.put("fired_at", time(at)));
    JsonObject.Builder input =
        JsonObject.builder()
            .put("event", eventJson())
            .put("principal", principal())
            .put("permissions", permissions())
            .put("session", session())
            .put("config", hook.declaration().settings())
            .put("now", now.toString())
            .put("time_zone", zone)
            .put("test", isTest)
            .put(
                "hook",
                JsonObject.builder()
                    .put("name", hook.name())
                    .put("run", run)
                    .put("accepted_at", time(hook.acceptedMs()))
                    .put("last", last.build())
                    .build());
    ledger.ifPresent(path -> input.put("ledger", path));
    return input.build();
  }

  private static String time(long ms) {
    return Timestamp.ofMillis(ms).toString();
  }

  private JsonObject eventJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("id", event.id())
            .put("kind", event.kind())
            .put("at", time(event.atMs()))
            .put("channel", occurrence.channel())
            .put("metadata", event.metadata())
            .put(
                "subjects",
                JsonArray.ofStrings(event.subjects().stream().map(Subject::toString).toList()));
    content.ifPresent(text -> json.put("content", text));
    return json.build();
  }

  private JsonObject principal() {
    Occurrence.Actor who = occurrence.actor();
    return JsonObject.builder()
        .put("type", who.type())
        .put("id", who.id())
        .put("name", who.name())
        .putIfPresent("relationship", who.relationship())
        .put("tags", JsonArray.ofStrings(who.tags()))
        .build();
  }

  private JsonObject permissions() {
    List<String> tools = hook.declaration().globs().patterns();
    return JsonObject.builder()
        .put("tools", JsonArray.ofStrings(tools))
        .put("limits", authority.limits())
        .build();
  }

  private JsonObject session() {
    return JsonObject.builder().putIfPresent("key", authority.limits().string("session")).build();
  }
}
