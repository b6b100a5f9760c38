import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.plugins.hooks.Acceptance;
import org.sovereignbook.sbp.plugins.hooks.Dispatch;
import org.sovereignbook.sbp.plugins.hooks.HookPrograms;
import org.sovereignbook.sbp.plugins.hooks.HookScript;
import org.sovereignbook.sbp.society.ingress.Incoming;
import org.sovereignbook.sbp.society.ingress.Ingress;

/**
 * 1,000 events that arrive at a node with 200 policies and 100 hooks, none of which is for them:
 * what taking in and matching takes, as a multiple of a hash of the event, and how many processes
 * are started, of which there is to be none.
 */
class HooksBench {
  private static final int EVENTS = 1_000;
  private static final int HOOKS = 100;
  private static final int POLICIES = 200;
  private static final String CONTENT = "{\"amount\":12345,\"text\":\"" + "x".repeat(1_000) + "\"}";

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    Node node = Node.at(folder.resolve("node"));
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.empty()
            .with("access", JsonObject.builder().put("stranger_calls_per_hour", 0).build()));
    policies(node);
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
      long before = ProcessHandle.current().descendants().count();
      round(ledger, "warm");
      hooks(ledger, folder.resolve("started"));
      Dispatch dispatch = dispatch(ledger);
      dispatch.run(Duration.ofMinutes(1));
      double hash = hash();
      System.out.printf("%-44s %9s %9s%n", "of one event", "µs", "x hash");
      row("a hash of its " + CONTENT.length() + " bytes", hash, hash);
      row("taken in: decided, audited, stored", round(ledger, "n"), hash);
      long begun = System.nanoTime();
      Dispatch.Done done = dispatch.run(Duration.ofMinutes(10));
      row("matched with " + HOOKS + " hooks", (System.nanoTime() - begun) / 1e3 / EVENTS, hash);
      row("an idle look whether anything is due", idle(dispatch), hash);
      System.out.printf(
          "processes started: %d; runs: %d; scripts that ran: %b%n",
          ProcessHandle.current().descendants().count() - before,
          done.runs(),
          Files.exists(folder.resolve("started")));
    } finally {
      Bench.delete(folder);
    }
  }

  private static void row(String what, double micros, double hash) {
    System.out.printf("%-44s %9.1f %9.1f%n", what, micros, micros / hash);
  }

  private static double hash() {
    byte[] bytes = CONTENT.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < 20_000; i++) {
      length += ContentHash.ofBytes(bytes).hex().length();
    }
    long begun = System.nanoTime();
    for (int i = 0; i < 20_000; i++) {
      length += ContentHash.ofBytes(bytes).hex().length();
    }
    double micros = (System.nanoTime() - begun) / 1e3 / 20_000;
    return length > 0 ? micros : 0;
  }

  private static double idle(Dispatch dispatch) {
    int due = 0;
    long begun = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      due += dispatch.isDue() ? 1 : 0;
    }
    return (System.nanoTime() - begun) / 1e3 / 100 + due;
  }

  private static void policies(Node node) {
    StringBuilder yaml = new StringBuilder();
    for (int i = 0; i < POLICIES - 1; i++) {
      yaml.append(
          """
          - name: p%1$d
            match: {principal: {tags: [t%1$d]}, conditions: [{channel: c%1$d, time: "08:00-18:00"}]}
            effect: allow
            permissions: {tools: [x%1$d, task_add], data: restricted}
            priority: %2$d
          """
              .formatted(i, i % 100));
    }
    yaml.append(
        """
        - name: shop
          match: {principal: {webhook: shop}}
          effect: allow
          permissions: {tools: [task_add], data: restricted}
          priority: 60
        """);
    node.writeText(node.home().runtime().resolve("access/bench.yaml"), yaml.toString());
  }

  private static void hooks(Ledger ledger, Path started) {
    Path folder = HookScript.folder(ledger.node());
    for (int i = 0; i < HOOKS; i++) {
      ledger
          .node()
          .writeText(
              folder.resolve("h" + i + ".sh"),
              """
              #!/bin/sh
              # sbp-hook:
              #   triggers:
              #     principal: {type: webhook, name: shop}
              #     event: {types: webhook, channels: [webhook], metadata: {number: none-%d}}
              touch %s
              """
                  .formatted(i, started));
    }
    HookScript.all(ledger.node())
        .values()
        .forEach(
            found -> {
              if (found instanceof HookScript.Found.Good(HookScript script)) {
                ledger.write(tx -> Acceptance.accept(tx, Caller.owner("command"), script));
              }
            });
  }

  private static Dispatch dispatch(Ledger ledger) {
    return new Dispatch(
        ledger,
        new HookPrograms(
            ledger.node(), List.of("false"), Optional.empty(), System.getenv(), _ -> null),
        ZoneOffset.UTC);
  }

  /** Takes them in; microseconds for each. */
  private static double round(Ledger ledger, String name) {
    long begun = System.nanoTime();
    for (int i = 0; i < EVENTS; i++) {
      String id = name + i;
      boolean _ =
          ledger.<Boolean>write(
              tx ->
                  Ingress.arrived(
                      tx,
                      new Incoming(
                          "webhook:shop:" + id,
                          "webhook.received",
                          Principal.webhook("shop"),
                          "webhook",
                          new Subject("webhook", id),
                          Optional.of(CONTENT),
                          "json",
                          JsonObject.builder().put("number", id).build())));
    }
    return (System.nanoTime() - begun) / 1e3 / EVENTS;
  }
}
