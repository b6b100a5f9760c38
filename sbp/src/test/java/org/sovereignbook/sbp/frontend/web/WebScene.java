package org.sovereignbook.sbp.frontend.web;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A node with something in each view, in which texts of others try to be more than texts. */
final class WebScene {
  /** Texts that would run, hide, turn around or widen what is shown. */
  static final List<String> ATTACKS =
      List.of(
          "<script>window.hacked=1</script>",
          "<img src=x onerror='window.hacked=1'>",
          "javascript:window.hacked=1",
          "\u202Egnissim si ti\u202C \u2066and back\u2069",
          "W".repeat(600),
          "{{constructor.constructor('window.hacked=1')()}}");

  private WebScene() {}

  /** Makes the node, with a clock that shows the present. */
  static TestNode node(Path folder) {
    TestNode node = TestNode.in(folder);
    node.clock().advance(Duration.between(node.clock().instant(), Instant.now()));
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    node.addPeer(ATTACKS.get(1), TestKeys.bob(), TestNode.BOB_ENDPOINT, TrustState.KNOWN);
    node.store()
        .commit(
            new ChangeSet()
                .add(
                    ObjectStore.put(
                        ObjectStore.CONTENT_RECEIVED,
                        node.content(
                            TestKeys.alice(),
                            ATTACKS.getFirst() + ATTACKS.get(3),
                            String.join("\n\n", ATTACKS)))));
    LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      String role = List.of("reader", "author", "compactor").get(i % 3);
      String time = today.minusDays(i / 2) + "T00:00:0" + i % 10 + "Z";
      calls.append(
          """
          {"event":"reserved","time":"%s","component":"%s","backend":"claude","id":"%d","tokens":9000,"cost_usd":1.0}
          {"event":"settled","time":"%s","component":"%s","backend":"claude","id":"%d","outcome":"answered","model":"m","input_tokens":%d,"output_tokens":200,"cost_usd":0.%d1}
          """
              .formatted(time, role, i, time, role, i, 800 * (i + 1), i % 9));
    }
    node.node().writeText(node.home().llmLedger(), calls.toString());
    return node;
  }

  /** Fills the society by the commands of its owner; texts of others try to be more than texts. */
  static void fill(RunningWeb web) {
    String first = work(web);
    for (String attack : ATTACKS) {
      String _ = web.sbp("task", "add", attack, "--description=" + attack);
    }
    String _ = web.sbp("task", "comment", first, ATTACKS.get(1) + ATTACKS.get(3), "--as", "writer");
    String _ = web.sbp("mail", "send", "owner", ATTACKS.getFirst(), "--as", "writer");
    String _ = web.sbp("memory", "add", "The harbour freezes in January " + ATTACKS.getFirst());
    String _ = web.sbp("session", "send", "main", "How is the node? " + ATTACKS.getFirst());
    String _ = web.sbp("chain", "register", "writer", "--yes");
    String _ = web.sbp("config", "set", "reader.max_unendorsed_peers", "77");
    // Refused, so that a request waits for the owner.
    String _ = web.sbp("agent", "register", "visitor", "--tools=task_list");
    String _ = web.sbp("mail", "send", "writer", ATTACKS.get(2), "--as", "visitor");
  }

  /** Two agents at work on tasks that depend on each other. Returns the claimed one. */
  static String work(RunningWeb web) {
    String _ = web.sbp("agent", "register", "writer");
    String _ = web.sbp("agent", "register", "checker");
    String plan = task(web, "Plan the page", "--priority=2");
    String _ = web.sbp("task", "claim", plan, "--as", "writer");
    String _ = web.sbp("task", "complete", plan);
    String first = task(web, "Read the sources", "--priority=3");
    String second = task(web, "Write the page", "--blocked-by=" + first, "--label=docs");
    String _ =
        task(
            web,
            "Check it",
            "--blocked-by=" + second,
            "--description=Read it as a stranger would.");
    String _ = task(web, "Answer the letter of Alice");
    String _ = web.sbp("task", "claim", first, "--as", "writer");
    return first;
  }

  private static String task(RunningWeb web, String... words) {
    List<String> all = new ArrayList<>(List.of("task", "add"));
    all.addAll(List.of(words));
    all.add("--json");
    return id(web.sbp(all.toArray(String[]::new)));
  }

  private static String id(String json) {
    int at = json.indexOf("\"id\": \"") + 7;
    return json.substring(at, json.indexOf('"', at));
  }
}
