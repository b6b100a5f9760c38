package org.sovereignbook.sbp.plugins.hooks;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.hooks.HotHook;
import org.sovereignbook.sbp.society.ingress.Incoming;
import org.sovereignbook.sbp.society.ingress.Ingress;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** A society with hooks, whose programs are shell scripts. */
final class HookScene implements AutoCloseable {
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  static final Duration LONG = Duration.ofDays(1);

  static final String ON_THINGS =
      """
      tools: [task_add, mail_send, post]
      triggers:
        event: {types: thing}
      """;

  static final JsonObject FIRE = JsonObject.builder().put("fire", true).build();

  private final TestSociety society;
  private final Map<String, HotHook> hot = new HashMap<>();

  /** Of the process that starts hooks. */
  private final Map<String, String> environment = new HashMap<>(System.getenv());

  HookScene(Path folder, Feature... features) {
    TestNode node = TestNode.in(folder);
    if (features.length > 0) {
      Features _ = node.node().kept().of(Features.class, () -> new Features(List.of(features)));
    }
    this.society = TestSociety.of(node);
    environment.put("STRIPE_KEY", "sk-1");
  }

  static HotHook hot(Function<JsonObject, JsonObject> answer) {
    return new HotHook() {
      @Override
      public String name() {
        return "hot";
      }

      @Override
      public JsonObject answer(JsonObject input) {
        return answer.apply(input);
      }
    };
  }

  /** Policies instead of the program's own. */
  void policies(String yaml) {
    Node node = society.node().node();
    node.disk().createFolders(node.home().access());
    node.writeText(node.home().access().resolve("owner.yaml"), yaml);
  }

  /** Policies beside the program's own. */
  void addPolicy(String yaml) {
    Node node = society.node().node();
    node.writeText(node.home().access().resolve(Policies.DEFAULT_FILE), Policies.defaultText());
    node.writeText(node.home().access().resolve("own.yaml"), yaml);
  }

  TestSociety society() {
    return society;
  }

  Ledger ledger() {
    return society.ledger();
  }

  /** Writes a script into the folder of hooks. */
  void script(String name, String declaration, String... lines) {
    StringBuilder text = new StringBuilder("#!/bin/sh\n# sbp-hook:\n");
    declaration.lines().forEach(line -> text.append("#   ").append(line).append('\n'));
    text.append('\n');
    List.of(lines).forEach(line -> text.append(line).append('\n'));
    society
        .node()
        .node()
        .writeText(HookScript.folder(society.node().node()).resolve(name + ".sh"), text.toString());
  }

  /** Writes and accepts one that prints this answer. */
  Hook answering(String name, String declaration, String answer) {
    script(name, declaration, "cat > /dev/null", "printf '%s' '" + answer + "'");
    return accept(name);
  }

  /** Writes the declaration of a hot hook, and accepts it. */
  Hook hot(String name, String declaration, HotHook hook) {
    hot.put(name, hook);
    society
        .node()
        .node()
        .writeText(
            HookScript.folder(society.node().node()).resolve(name + HookScript.BESIDE),
            "plugin: " + name + "\n" + declaration);
    return accept(name);
  }

  Hook accept(String name) {
    HookScript.Found found = HookScript.find(society.node().node(), name).orElseThrow();
    if (found instanceof HookScript.Found.Good(HookScript script)) {
      return ledger().write(tx -> Acceptance.accept(tx, Caller.owner("command"), script));
    }
    throw new AssertionError(found.toString());
  }

  /** Something happens on the owner's behalf. */
  String happens(String kind, String... metadata) {
    return ledger()
        .write(
            tx -> {
              JsonObject.Builder json = JsonObject.builder();
              for (int i = 0; i < metadata.length; i += 2) {
                json.put(metadata[i], metadata[i + 1]);
              }
              String id = kind + ":" + tx.newId();
              tx.append(
                  LedgerEvent.of(
                          id,
                          kind,
                          Authority.of(Principal.OWNER, "command"),
                          new Subject("thing", id))
                      .with(json.build()));
              return id;
            });
  }

  /** Something arrives. */
  boolean arrives(String id, Principal principal, String content) {
    return ledger()
        .write(
            tx ->
                Ingress.arrived(
                    tx,
                    new Incoming(
                        id,
                        "envelope.received",
                        principal,
                        "envelope",
                        new Subject("envelope", id),
                        Optional.of(content),
                        "text",
                        JsonObject.empty())));
  }

  Dispatch dispatch() {
    return dispatch(ledger());
  }

  Dispatch dispatch(Ledger on) {
    return new Dispatch(
        on,
        new HookPrograms(
            on.node(),
            List.of("/bin/false"),
            Optional.empty(),
            environment,
            name -> Optional.ofNullable(hot.get(name)).orElseThrow()),
        ZONE);
  }

  Dispatch.Done run() {
    try {
      return dispatch().run(LONG);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Hook hook(String name) {
    return ledger().read(tx -> Hook.find(tx, name)).orElseThrow();
  }

  /** The runs of a hook, the newest first. */
  List<HookRun> runs(String name) {
    return ledger().read(tx -> HookRun.newest(tx, Optional.of(name), 1_000));
  }

  /** How they ended. */
  List<HookRun.State> states(String hook) {
    return runs(hook).stream().map(HookRun::state).toList();
  }

  /** Why the newest came to what it did. */
  String reason(String hook) {
    return runs(hook).getFirst().reason().orElseThrow();
  }

  long count(String query, Object... parameters) {
    return ledger()
        .<Optional<Long>>read(tx -> tx.first(query, row -> row.number(1), parameters))
        .orElseThrow();
  }

  @Override
  public void close() {
    society.close();
  }
}
