package org.sovereignbook.sbp.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class EntityCommandTest {
  private static final KeyPair ADA = TestKeys.named("ada");

  private TestNode node;
  private CliTest owner;
  @TempDir private Path folder;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
    owner = CliTest.in(folder);
    owner.run("agent", "register", "coder", "--tools", "*");
  }

  private CliTest agent() {
    String token = owner.run("agent", "token", "coder", "--json").json().string("token").orElse("");
    return CliTest.in(folder).with("SBP_AGENT_TOKEN", token);
  }

  private long denials(String tool) {
    return owner.run("audit", "list", "--decision", "deny", "--tool", tool).lines().stream()
        .filter(line -> line.contains(tool))
        .count();
  }

  /**
   * Returns the names of all entities but agents, of which the node has some from its beginning.
   */
  private List<String> told() {
    return owner
        .run("entity", "list", "--json")
        .json()
        .array("entities")
        .orElseThrow()
        .objects()
        .stream()
        .filter(entity -> !entity.string("type").equals(Optional.of("agent")))
        .map(entity -> entity.string("name").orElseThrow())
        .toList();
  }

  @Test
  void everyAgentIsListedOnceAlsoOneThatNothingWasToldOf() {
    owner.run("agent", "register", "coder");
    owner.run("entity", "tag", "reader", "night-shift");

    CliTest.Ran list = owner.run("entity", "list");

    assertThat(list.out()).containsPattern("coder +agent +agent:[0-9a-f]");
    assertThat(list.out()).containsPattern("reader +agent +night-shift");
    List<JsonObject> entities =
        owner.run("entity", "list", "--json").json().array("entities").orElseThrow().objects();
    String id =
        owner.run("agent", "show", "coder", "--json").json().string("agent_id").orElseThrow();
    assertThat(entities)
        .extracting(each -> each.string("name").orElseThrow())
        .containsExactlyInAnyOrder("reader", "author", "compactor", "main", "coder");
    assertThat(entities).extracting(each -> each.string("id").orElseThrow()).contains(id);
  }

  @Test
  void whoIsWhoIsForTheOwnerAloneAndEveryAttemptIsWrittenDown() {
    CliTest agent = agent();
    assertThat(agent.run("entity", "add", "Mum").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("entity", "tag", "coder", "vip").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("entity", "merge", "coder", "reader").exit()).isEqualTo(ExitCode.REFUSED);

    assertThat(denials("entity_add")).isEqualTo(1);
    assertThat(denials("entity_tag")).isEqualTo(1);
    assertThat(denials("entity_merge")).isEqualTo(1);
    assertThat(told()).isEmpty();
  }

  @Test
  void wordsThatAreNoCallAreOneToTheTrailWhenAnAgentSaysThem() {
    assertThat(agent().run("mail", "list", "--nonsense").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(owner.run("audit", "list", "--tool", "mail_list").out()).contains("mail_list");
  }

  @Test
  void onePersonOnTwoChannelsIsOne() {
    owner.run("entity", "add", "Mum", "--relationship", "family", "--identity", "email:M@e.org");
    owner.run("entity", "add", "mum2", "--identity", "phone:+351 912 345 678", "--tag", "vip");
    assertThat(owner.run("entity", "merge", "Mum", "mum2").exit()).isEqualTo(ExitCode.DONE);

    assertThat(owner.run("entity", "show", "phone:00351912345678").out())
        .contains("Mum", "family", "vip", "email:m@e.org");
    assertThat(owner.run("entity", "show", "mum2").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void whoeverUsesWhatAPersonaOwnsIsTheAgentThatShowsItselfSo() throws IOException {
    Files.writeString(
        Files.createDirectories(node.home().access()).resolve("voice.yaml"),
        "- { name: owner, match: { principal: { is_user: true } }, effect: allow, permissions:"
            + " \"*\" }\n"
            + "- { name: voice, effect: allow, permissions: { tools: [task_add] }, match: {"
            + " principal: { agent: coder, tags: voice }, conditions: { channel: email } } }\n");
    owner.run("entity", "add", "Atlas", "--as-persona", "--identity", "email:atlas@example.org");
    assertThat(owner.run("entity", "show", "email:atlas@example.org").out()).contains("unknown");
    assertThat(check("email:atlas@example.org")).isEqualTo(ExitCode.NOT_VALID);

    owner.run("entity", "add", "Atlas", "--identity", "agent:coder", "--tag", "voice");

    assertThat(owner.run("entity", "show", "email:Atlas@example.org", "--json").json())
        .satisfies(
            known -> {
              assertThat(known.string("principal")).contains("agent:" + agentId());
              assertThat(known.string("name")).contains("coder");
              assertThat(known.string("persona")).contains("Atlas");
            });
    assertThat(check("email:atlas@example.org")).isEqualTo(ExitCode.DONE);
    assertThat(check("email:atlas@example.com")).isEqualTo(ExitCode.NOT_VALID);
  }

  private ExitCode check(String who) {
    return owner
        .run("access", "check", "--as", who, "--channel", "email", "--tool", "task_add")
        .exit();
  }

  @Test
  void aPersonaIsOneAgentsAndNoPeers() {
    owner.run("agent", "register", "writer", "--tools", "*");
    assertThat(owner.run("entity", "add", "Atlas", "--as-persona").err())
        .contains("no agent shows");
    owner.run("entity", "add", "Atlas", "--identity", "agent:coder");
    owner.run("entity", "add", "Mum", "--identity", "email:m@example.org");
    owner.run("entity", "add", "Ada", "--identity", "sbp:" + ADA.publicKey());
    owner.run("entity", "tag", "writer", "vip");

    for (String[] words :
        new String[][] {
          {"entity", "add", "Atlas", "--identity", "agent:writer"},
          {"entity", "add", "Atlas", "--identity", "agent:" + "0".repeat(64)},
          {"entity", "add", "Atlas", "--identity", "sbp:" + TestKeys.named("eve").publicKey()},
          {"entity", "merge", "Atlas", "Ada"},
          {"entity", "merge", "Atlas", "writer"},
          {"entity", "add", "Mum", "--as-persona"}
        }) {
      CliTest.Ran refused = owner.run(words);
      assertThat(refused.exit()).as(refused.err()).isEqualTo(ExitCode.REFUSED);
    }
    assertThat(owner.run("entity", "list").out()).containsPattern("Atlas +persona +agent:\\S+\n");
  }

  @Test
  void whatIsSomebodysIsRefusedWithACommandThatHelps() {
    owner.run("entity", "add", "Mum", "--identity", "email:M@e.org");

    CliTest.Ran stranger = owner.run("entity", "add", "Mother", "--identity", "email:m@E.org");
    assertThat(stranger.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(stranger.err()).contains("Mum's", "sbp entity show 'Mum'").doesNotContain("merge");
    assertThat(owner.run("entity", "list").out()).doesNotContain("Mother");

    owner.run("entity", "add", "Mother");
    assertThat(owner.run("entity", "add", "Mother", "--identity", "email:m@e.org").err())
        .contains("sbp entity merge 'Mother' 'Mum'");
    assertThat(owner.run("entity", "merge", "Mother", "Mum").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void noRowIsUnknownAndNoneIsTheProgram() {
    for (String word : List.of("unknown", "system")) {
      CliTest.Ran refused = owner.run("entity", "add", word, "--identity", "email:x@e.org");
      assertThat(refused.exit()).as(word).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
      assertThat(refused.err()).contains("is a reserved word");
    }
    assertThat(told()).isEmpty();
    assertThat(owner.run("entity", "show", "email:x@e.org").out())
        .contains("is            unknown");
  }

  @Test
  void aKeyIsAKeyAndAnAgentIsAnAgent() {
    CliTest.Ran peer = owner.run("entity", "add", "Ada", "--identity", "sbp:sbp1:ufsk57f2jfl3ba4w");
    assertThat(peer.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(peer.err()).contains("neither a public key nor", "sbp peers");
    CliTest.Ran nobody = owner.run("entity", "add", "Bot", "--identity", "agent:nobody");
    assertThat(nobody.err()).contains("neither an agent's name nor its id", "sbp agent list");

    assertThat(owner.run("entity", "add", "Bot", "--identity", "agent:coder").out())
        .contains("known as      agent:" + agentId());
  }

  @Test
  void theOwnersOwnIdentitiesAreShown() {
    assertThat(owner.run("entity", "add", "owner", "--identity", "email:me@e.org").out())
        .contains("known as      email:me@e.org");
    assertThat(owner.run("entity", "show", "owner").out()).contains("known as      email:me@e.org");
  }

  private String agentId() {
    return owner.run("agent", "show", "coder", "--json").json().string("agent_id").orElseThrow();
  }

  @Test
  void whoHasAKeyOfItsOwnIsNeverTakenForTheOwner() {
    owner.run("entity", "add", "owner", "--identity", "email:me@example.org");
    owner.run("entity", "add", "Ada", "--identity", "sbp:" + ADA.publicKey());

    for (String[] words :
        new String[][] {
          {"merge", "owner", "coder"},
          {"merge", "owner", "Ada"},
          {"add", "owner", "--identity", "agent:" + agentId()},
          {"add", "owner", "--identity", "sbp:" + ADA.publicKey()}
        }) {
      List<String> all = new ArrayList<>(List.of("entity"));
      all.addAll(List.of(words));
      CliTest.Ran refused = owner.run(all.toArray(String[]::new));
      assertThat(refused.exit()).as(String.join(" ", words)).isEqualTo(ExitCode.REFUSED);
      assertThat(refused.err()).contains("could do all that you may");
    }
    assertThat(owner.run("entity", "show", "coder", "--json").out()).contains("\"is_user\": false");
    assertThat(owner.run("entity", "show", "owner").out()).doesNotContain("agent:", "sbp:");
  }

  @Test
  void twoRelationshipsAreNotMadeOneWithoutAWord() {
    owner.run("entity", "add", "Mum", "--relationship", "family");
    owner.run("entity", "add", "boss", "--relationship", "work", "--identity", "email:b@e.org");

    CliTest.Ran refused = owner.run("entity", "merge", "Mum", "boss");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("Mum is family", "boss is work", "--relationship family");
    assertThat(owner.run("entity", "show", "boss").exit()).isEqualTo(ExitCode.DONE);

    owner.run("entity", "merge", "Mum", "boss", "--relationship", "work");
    assertThat(owner.run("entity", "show", "email:b@e.org").out()).contains("Mum", "work");
  }

  @Test
  void aNameThatAnAgentOrAPeerHasIsSaidToBeSomebodyElses() {
    CliTest.Ran agents = owner.run("entity", "add", "coder", "--relationship", "work");
    assertThat(agents.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agents.err()).contains("coder is an agent", "--identity agent:" + agentId());
    assertThat(told()).isEmpty();
    owner.run("entity", "add", "coder", "--identity", "agent:" + agentId(), "--tag", "night");
    assertThat(owner.run("entity", "show", "coder").out()).contains("night", "agent");

    node.addPeer("Mum", ADA, Endpoint.parse("https://ada.example"), TrustState.KNOWN);
    CliTest.Ran peers = owner.run("entity", "add", "Mum", "--relationship", "family");
    assertThat(peers.exit()).isEqualTo(ExitCode.DONE);
    assertThat(peers.err()).contains("a peer is called Mum, too", "sbp:" + ADA.publicKey());
  }

  @Test
  void aPeerThatCallsItselfLikeSomebodyIsNotTakenForThem() {
    owner.run("entity", "add", "Mum", "--relationship", "family");
    node.addPeer("Mum", ADA, Endpoint.parse("https://ada.example"), TrustState.KNOWN);

    CliTest.Ran refused = owner.run("entity", "tag", ADA.publicKey().toString(), "vip");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("--identity sbp:" + ADA.publicKey());
    assertThat(owner.run("entity", "show", "sbp:" + ADA.publicKey()).out())
        .doesNotContain("family");
  }
}
