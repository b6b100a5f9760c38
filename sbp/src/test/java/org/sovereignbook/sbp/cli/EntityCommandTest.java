package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class EntityCommandTest {
  private static final KeyPair ADA = TestKeys.named("ada");

  private TestNode node;
  private CliTest owner;
  private CliTest agent;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = TestNode.in(folder);
    owner = CliTest.in(folder);
    owner.run("agent", "register", "coder", "--tools", "*");
    String token = owner.run("agent", "token", "coder", "--json").json().string("token").orElse("");
    agent = CliTest.in(folder).with("SBP_AGENT_TOKEN", token);
  }

  private long denials(String tool) {
    return owner.run("audit", "list", "--decision", "deny", "--tool", tool).lines().stream()
        .filter(line -> line.contains(tool))
        .count();
  }

  @Test
  void whoIsWhoIsForTheOwnerAloneAndEveryAttemptIsWrittenDown() {
    assertThat(agent.run("entity", "add", "Mum").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("entity", "tag", "coder", "vip").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("entity", "merge", "coder", "reader").exit()).isEqualTo(ExitCode.REFUSED);

    assertThat(denials("entity_add")).isEqualTo(1);
    assertThat(denials("entity_tag")).isEqualTo(1);
    assertThat(denials("entity_merge")).isEqualTo(1);
    assertThat(owner.run("entity", "list").out()).contains("nobody yet");
  }

  @Test
  void wordsThatAreNoCallAreOneToTheTrailWhenAnAgentSaysThem() {
    assertThat(agent.run("mail", "list", "--nonsense").exit())
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
    assertThat(owner.run("entity", "list").out()).contains("nobody yet");
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
