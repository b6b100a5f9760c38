package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

class AgentCommandTest {
  @TempDir Path folder;
  private CliTest sbp;

  @BeforeEach
  void makeNode() {
    TestNode.in(folder);
    sbp = CliTest.in(folder);
  }

  private JsonObject json(String... words) {
    CliTest.Ran ran = sbp.run(words);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran.json();
  }

  private static String code(CliTest.Ran ran) {
    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    return ran.json().object("error").flatMap(error -> error.string("code")).orElse("");
  }

  private CliTest process(String agent, String... scope) {
    String token =
        scope.length == 0
            ? json("agent", "token", agent, "--json").string("token").orElseThrow()
            : json("agent", "token", agent, "--tools", scope[0], "--json")
                .string("token")
                .orElseThrow();
    return CliTest.in(folder).with("SBP_AGENT_TOKEN", token);
  }

  @Test
  void everyNodeHasItsThreeAgents() {
    assertThat(json("agent", "--json").array("agents").orElseThrow().objects())
        .extracting(agent -> agent.string("name").orElseThrow())
        .containsExactly("author", "compactor", "main", "reader");
  }

  @Test
  void aFamilyByItselfNeedsTheRightToItsList() {
    for (String family : List.of("task", "mail", "bus", "group", "agent")) {
      String list = family.equals("group") ? "memory_group_list" : family + "_list";
      String agent = "only-" + family;
      assertThat(json("agent", "register", agent, "--tools", list, "--json").has("agent_id"))
          .isTrue();
      assertThat(json("agent", "activate", agent, "--json").has("agent_id")).isTrue();

      assertThat(sbp.run(family, "--as", agent).exit()).as(family).isEqualTo(ExitCode.DONE);
      assertThat(sbp.run("trust", "--as", agent).exit()).isEqualTo(ExitCode.REFUSED);
    }
  }

  @Test
  void aRegistrationTellsWhatCordeliasDoes() {
    JsonObject made = json("agent", "register", "coder", "--type", "claude-code", "--json");

    assertThat(made.string("agent_id").orElseThrow()).matches("[0-9a-f]{64}");
    assertThat(made.string("fingerprint").orElseThrow()).startsWith("sbp1:");
    assertThat(made.string("public_key").orElseThrow()).startsWith("MCowBQYDK2Vw");
    assertThat(made.string("private_key_encrypted").orElseThrow()).isNotEmpty();
    assertThat(made.string("parent_entity_id")).contains("owner");
    assertThat(made.string("agent_type")).contains("claude-code");
    assertThat(made.object("declared").orElseThrow().array("tools").orElseThrow().toString())
        .contains("task_*", "mail_*");
  }

  @Test
  void aProcessWithATokenIsItsAgentAndPermittedByEachCommandsName() {
    json("agent", "register", "coder", "--tools", "agent_list,feed", "--json");
    CliTest coder = process("coder");

    assertThat(coder.run("agent", "list", "--mine", "--json").json().integer("count")).hasValue(0);
    assertThat(coder.run("feed", "--json").exit()).isEqualTo(ExitCode.DONE);
    assertThat(code(coder.run("status", "--json"))).isEqualTo("capability_denied");
    assertThat(coder.run("post", "nothing.md").err())
        .contains("coder has no tool post", "sbp agent capabilities coder --add-tool post");
    assertThat(coder.run("version").exit()).as("is about no node").isEqualTo(ExitCode.DONE);
  }

  @Test
  void aProcessIsNobodyElse() {
    json("agent", "register", "coder", "--json");
    CliTest coder = process("coder");

    assertThat(code(coder.run("agent", "list", "--as", "reader", "--json")))
        .isEqualTo("unauthorized");
    assertThat(code(CliTest.in(folder).with("SBP_AGENT_TOKEN", "sbpa_x").run("status", "--json")))
        .isEqualTo("unauthorized");
  }

  @Test
  void whatAnAgentRegistersIsItsChildAndNeverMore() {
    json("agent", "register", "lead", "--tools", "agent_register,task_*", "--json");
    CliTest lead = process("lead");

    JsonObject child = lead.run("agent", "register", "coder", "--json").json();
    assertThat(child.string("parent")).contains("lead");
    assertThat(child.integer("depth")).hasValue(2);
    assertThat(child.object("declared").orElseThrow().array("tools"))
        .contains(JsonArray.ofStrings(List.of("task_*")));
    CliTest.Ran more = lead.run("agent", "register", "spy", "--tools", "mail_list", "--json");
    assertThat(code(more)).isEqualTo("capability_denied");
    assertThat(more.err()).contains("more than its parent may: tools mail_list");
  }

  @Test
  void capabilitiesAreTheObjectOfTheSeedAndChangeAtOnce() {
    sbp.onTerminal().typing("correct horse\ncorrect horse\n");
    assertThat(sbp.run("access", "passphrase").exit()).isEqualTo(ExitCode.DONE);
    json("agent", "register", "coder", "--json");
    CliTest coder = process("coder");
    assertThat(coder.run("agent", "list").exit()).isEqualTo(ExitCode.DONE);

    CliTest.Ran changed =
        sbp.run(
            "agent",
            "capabilities",
            "coder",
            "--capabilities",
            "{\"memory_read\":{\"layers\":[\"l1\"],\"groups\":[\"seed-*\"],"
                + "\"visibility\":[\"group\"]},\"tools\":[\"feed\"],\"max_parallel_ops\":2}");
    assertThat(changed.exit()).as(changed.err()).isEqualTo(ExitCode.DONE);
    JsonObject held = json("agent", "capabilities", "coder", "--json");
    assertThat(held.object("effective").orElseThrow().integer("max_parallel_ops")).hasValue(2);
    assertThat(code(coder.run("agent", "list", "--json"))).isEqualTo("capability_denied");
    assertThat(sbp.run("agent", "capabilities", "coder", "--capabilities", "{\"x\":1}").err())
        .contains("--capabilities", "\"x\"");
  }

  @Test
  void aTokenOfSomeToolsAndARevokedOne() {
    json("agent", "register", "coder", "--tools", "agent_list,feed", "--json");
    CliTest scoped = process("coder", "feed");
    assertThat(scoped.run("feed").exit()).isEqualTo(ExitCode.DONE);
    assertThat(scoped.run("agent", "list").err()).contains("not good for the tool agent_list");

    JsonObject known =
        json("agent", "token", "coder", "--list", "--json")
            .array("tokens")
            .orElseThrow()
            .objects()
            .getFirst();
    assertThat(known.has("token")).as("it is shown once").isFalse();
    json("agent", "token", "coder", "--revoke", known.string("id").orElseThrow(), "--json");
    assertThat(code(scoped.run("feed", "--json"))).isEqualTo("unauthorized");
  }

  @Test
  void aStepThatThereIsNotIsRefusedWithTheWayThatThereIs() {
    json("agent", "register", "coder", "--json");
    assertThat(code(sbp.run("agent", "suspend", "coder", "--json")))
        .isEqualTo("invalid_transition");
    json("agent", "deactivate", "coder", "--json");
    assertThat(sbp.run("agent", "activate", "coder").err())
        .contains("coder is deactivated", "sbp agent reactivate coder");
    assertThat(sbp.run("agent", "remove", "coder").err()).contains("sbp agent remove --now coder");
  }

  @Test
  void anAgentThatIsSuspendedIsNotRun() {
    json("agent", "suspend", "author", "--reason", "too much", "--json");

    CliTest.Ran ran = sbp.run("agent", "run", "author");
    assertThat(ran.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(ran.out()).contains("author is suspended (too much)");
    json("agent", "activate", "author", "--json");
    assertThat(sbp.run("agent", "run", "author").out()).doesNotContain("suspended");
  }

  @Test
  void theOldSpellingIsAnsweredByTheNewOne() {
    CliTest.Ran ran = sbp.run("agent", "reader", "--llm", "builtin", "--now");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("did you mean:  sbp agent run reader --llm builtin --now");
  }

  @Test
  void anAgentWithoutAJobOfTheNodeIsToldHowItWorks() {
    json("agent", "register", "coder", "--json");

    CliTest.Ran ran = sbp.run("agent", "run", "coder");
    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("coder is an agent that works on tasks", "sbp team up");
    assertThat(sbp.run("agent", "run", "nobody").err()).doesNotContain("works on tasks");
  }

  @Test
  void whoHoldsTheKeyGetsATokenForASignatureOnce() {
    json("agent", "register", "coder", "--json");
    String nonce = json("agent", "token", "coder", "--challenge", "--json").string("nonce").get();
    String signature = signed("coder", nonce);

    JsonObject made =
        json("agent", "token", "coder", "--nonce", nonce, "--signature", signature, "--json");
    CliTest coder = CliTest.in(folder).with("SBP_AGENT_TOKEN", made.string("token").orElseThrow());
    assertThat(coder.run("agent", "list").exit()).isEqualTo(ExitCode.DONE);
    assertThat(
            code(
                sbp.run(
                    "agent",
                    "token",
                    "coder",
                    "--nonce",
                    nonce,
                    "--signature",
                    signature,
                    "--json")))
        .isEqualTo("unauthorized");
    assertThat(sbp.run("agent", "token", "coder", "--nonce", "x", "--signature", "y").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void aTokenThatEndsWhileACommandTakesItsTimeHasNoEffectAnyMore() {
    json("agent", "register", "coder", "--tools", "post", "--json");
    String token = json("agent", "token", "coder", "--json").string("token").orElseThrow();
    InputStream slow =
        new ByteArrayInputStream("# Fog\n\nIt is foggy.\n".getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            json("agent", "token", "coder", "--revoke-all", "--json");
            return super.read(into, offset, length);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world =
        sbp.world(new ByteArrayOutputStream(), err)
            .with(Map.of("SBP_AGENT_TOKEN", token), slow, () -> false);

    assertThat(new Program(world).run("post", "-")).isEqualTo(ExitCode.REFUSED);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("the token of coder was revoked");
    assertThat(json("feed", "--json").array("pieces").orElseThrow().values()).isEmpty();
  }

  @Test
  void aRunOfTheReaderIsATool() {
    json("agent", "register", "coder", "--json");

    assertThat(process("coder").run("agent", "run", "reader").err())
        .contains("coder has no tool agent_run");
  }

  private String signed(String agent, String nonce) {
    Node node = Node.at(folder);
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      KeyPair keys = ledger.read(tx -> Agents.keys(tx, Agents.named(tx, agent)));
      return Ed25519.sign(Tokens.signedBytes(Base64Url.decode(nonce)), keys).toString();
    }
  }
}
