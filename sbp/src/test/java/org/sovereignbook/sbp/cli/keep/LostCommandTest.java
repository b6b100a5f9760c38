package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.OwnerOnly;

/** What a node says of things that it had made and that are missing. */
class LostCommandTest {
  @TempDir Path folder;
  private CliTest cli;
  private Node node;

  @BeforeEach
  void aNodeThatHasMadeThings() throws IOException {
    cli = CliTest.in(folder);
    cli.run("init", ".", "--local");
    node = Node.at(folder);
    cli.run("agent", "register", "helper");
    for (NodeThing thing : NodeThing.values()) {
      Path path = thing.in(node.home());
      if (Files.notExists(path)) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, path.toString().endsWith(".json") ? "{}" : "");
      }
    }
    node.made().look();
  }

  private String check(String name) {
    return cli.run("doctor", "--json").json().array("checks").orElseThrow().objects().stream()
        .filter(check -> check.string("check").orElse("").equals(name))
        .map(JsonObject::toString)
        .findFirst()
        .orElseThrow();
  }

  private List<String> lost() {
    return cli.run("lost", "--json").json().array("lost").orElseThrow().objects().stream()
        .map(one -> one.string("thing").orElseThrow())
        .toList();
  }

  @Test
  void aWholeNodeHasLostNothing() {
    assertThat(cli.run("lost").exit()).isEqualTo(ExitCode.DONE);
    assertThat(check("losses")).contains("pass", "none since");
    assertThat(cli.run("status").out()).doesNotContain("was lost");
  }

  @ParameterizedTest
  @EnumSource(
      value = NodeThing.class,
      names = {"STORE"},
      mode = EnumSource.Mode.EXCLUDE)
  void whateverWasMadeAndIsMissingIsToldUntilItsLossIsAccepted(NodeThing thing) {
    OwnerOnly.deleteTree(thing.in(node.home()));

    assertThat(lost()).containsExactly(thing.toString());
    assertThat(cli.run("lost").exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(check("losses")).contains("fail", "was lost", "sbp lost");
    if (thing != NodeThing.CONFIGURATION && thing != NodeThing.IDENTITY) {
      assertThat(cli.run("status", "--all").out()).contains(node.made().where(thing));
    }

    assertThat(cli.run("lost", "--accept", thing.toString()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(lost()).isEmpty();
  }

  @Test
  void aLostSocietyIsNotMadeAgainBeforeItsLossIsAccepted() {
    OwnerOnly.deleteTree(node.home().society().resolveSibling(""));

    for (String[] command :
        List.of(
            new String[] {"agent", "list"},
            new String[] {"task", "add", "water the roses"},
            new String[] {"audit", "verify"},
            new String[] {"backup", "../one.zip"})) {
      CliTest.Ran ran = cli.run(command);
      assertThat(ran.exit()).as(command[0]).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains("society.db is missing", "sbp lost --accept society");
    }
    assertThat(node.home().society()).doesNotExist();
    assertThat(check("society")).contains("fail", "is missing", "sbp lost");

    cli.run("lost", "--accept", "society");
    assertThat(cli.run("agent", "list").out()).contains("reader").doesNotContain("helper");
  }

  @Test
  void anImportPutsALostSocietyBack() {
    cli.run("society", "export", folder.resolve("export").toString(), "--with-keys");
    OwnerOnly.deleteTree(node.home().society().resolveSibling(""));

    assertThat(cli.run("society", "import", folder.resolve("export").toString()).exit())
        .isEqualTo(ExitCode.DONE);

    assertThat(lost()).isEmpty();
    assertThat(cli.run("agent", "list").out()).contains("helper");
  }

  @Test
  void withoutItsPeersANodeTellsNobodyThatItHasNone() {
    node.disk().delete(node.home().peers());

    for (String command : List.of("peers", "messages", "deliver", "reader-pre")) {
      CliTest.Ran ran = cli.run(command);
      assertThat(ran.exit()).as(command).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains("peers.md is missing", "sbp lost --accept peers");
    }
    assertThat(cli.run("status").out())
        .contains("peers.md is missing", "not known")
        .doesNotContain("none yet");
    assertThat(node.home().peers()).doesNotExist();
  }

  @Test
  void whatIsMadeAgainByItselfStaysToldAndIsInTheLog() {
    node.disk().delete(node.home().schedulerState());

    cli.run("maintain");
    node.writeJson(node.home().schedulerState(), JsonObject.empty());

    assertThat(lost()).containsExactly("scheduler-state");
    assertThat(cli.run("log", "--ops").out()).contains("scheduler-state.json is missing");
    assertThat(cli.run("lost", "--accept", "scheduler-state").exit()).isEqualTo(ExitCode.DONE);
    assertThat(lost()).isEmpty();
  }

  @Test
  void aThingThatWasPutBackIsNoLossAnyMore() throws IOException {
    byte[] peers = Files.readAllBytes(node.home().peers());
    node.disk().delete(node.home().peers());
    node.made().look();

    node.disk().write(node.home().peers(), peers);

    assertThat(lost()).isEmpty();
    assertThat(cli.run("peers").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void theSpendingOfALostLedgerIsNotCalledNone() {
    node.disk().delete(node.home().llmLedger());

    assertThat(check("llm calls")).contains("fail", "not known", "sbp lost");
    assertThat(cli.run("cost").err()).contains("llm-ledger.jsonl is missing");
  }

  @Test
  void theTrailOfDecisionsIsNotIntactWithoutTheFileOfItsEndsAlsoWhenAnotherWasBegun() {
    assertThat(cli.run("audit", "verify").exit()).isEqualTo(ExitCode.DONE);
    node.disk().delete(node.home().auditEnds());
    assertThat(cli.run("audit", "verify").out()).contains("missing", "audit-ends.txt was lost");

    cli.run("agent", "register", "another");

    assertThat(node.home().auditEnds()).exists();
    CliTest.Ran verified = cli.run("audit", "verify");
    assertThat(verified.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(verified.out()).contains("audit-ends.txt was lost", "--accept audit-ends");
    cli.run("lost", "--accept", "audit-ends");
    assertThat(cli.run("audit", "verify").out()).contains("intact");
  }

  @Test
  void theRecordOfWhatWasMadeMayBeMissingAndIsBegunByTheNextStep() {
    node.disk().delete(node.home().madeThings());
    assertThat(check("losses")).contains("warn", "made.json is missing", "sbp maintain");

    cli.run("maintain");

    assertThat(check("losses")).contains("pass", "none since");
  }

  @Test
  void whatIsNotLostCannotBeAccepted() {
    assertThat(cli.run("lost", "--accept", "society").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(cli.run("lost", "--accept", "nothing").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  private void policy(String name, String yaml) {
    node.writeText(node.home().access().resolve(name), yaml);
  }

  private String checked() {
    return cli.run("access", "check", "--as", "owner", "--tool", "task_add").out();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatALostPolicyFileDeniedStaysDeniedUntilItsLossIsAccepted(boolean wholeFolder) {
    policy("deny.yaml", "- { name: no-tasks, effect: deny, permissions: { tools: [task_add] } }");
    assertThat(checked()).contains("no-tasks");
    node.made().look();

    if (wholeFolder) {
      OwnerOnly.deleteTree(node.home().access());
    } else {
      node.disk().delete(node.home().access().resolve("deny.yaml"));
    }

    for (int i = 0; i < 2; i++) {
      assertThat(checked()).contains("no-tasks");
      assertThat(cli.run("access").out()).contains("no-tasks");
      assertThat(cli.run("access").err()).contains("deny.yaml", "sbp lost --accept access");
      assertThat(lost()).containsExactly("access");
      assertThat(check("losses")).contains("fail", "runtime/access/", "was lost", "sbp lost");
      assertThat(cli.run("status", "--all").out()).contains("runtime/access/", "was lost");
      cli.run("maintain");
    }
    assertThat(cli.run("log", "--ops").out()).contains("runtime/access/d", "is missing");

    assertThat(cli.run("lost", "--accept", "access").exit()).isEqualTo(ExitCode.DONE);
    assertThat(lost()).isEmpty();
    assertThat(checked()).doesNotContain("no-tasks");
  }

  @Test
  void aDenialThatIsAddedWhileAFileIsMissingHasItsEffectAndOneStepRemovesTheOther() {
    policy("old.yaml", "- { name: no-tasks, effect: deny, permissions: { tools: [task_add] } }");
    assertThat(checked()).contains("no-tasks");
    node.disk().delete(node.home().access().resolve("old.yaml"));
    policy("new.yaml", "- { name: no-mail, effect: deny, permissions: { tools: [mail_send] } }");

    CliTest.Ran mail = cli.run("access", "check", "--as", "owner", "--tool", "mail_send");
    assertThat(mail.out()).contains("no-mail");
    assertThat(mail.err()).contains("in force though missing: old.yaml");
    assertThat(cli.run("access", "lint").out()).contains("in force though missing: old.yaml");
    assertThat(checked()).contains("no-tasks");

    assertThat(cli.run("access", "remove", "old.yaml", "--json").json().toString())
        .contains("\"removed\":\"old.yaml\"", "\"missing\":[]");
    assertThat(checked()).doesNotContain("no-tasks");
    assertThat(lost()).isEmpty();
    assertThat(cli.run("access", "remove", "old.yaml").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void aPolicyFileThatNoStepHasSeenYetIsKnownByTheSetInForce() {
    policy("deny.yaml", "- { name: no-tasks, effect: deny, permissions: { tools: [task_add] } }");
    assertThat(checked()).contains("no-tasks");

    node.disk().delete(node.home().access().resolve("deny.yaml"));

    assertThat(checked()).contains("no-tasks");
    assertThat(lost()).containsExactly("access");
    cli.run("lost", "--accept", "access");
    assertThat(checked()).doesNotContain("no-tasks");
  }

  @Test
  void withoutThePolicyFileAndTheSetInForceOnlyTheOwnerMayActUntilTheLossIsAccepted() {
    policy("deny.yaml", "- { name: no-tasks, effect: deny, permissions: { tools: [task_add] } }");
    node.made().look();

    node.disk().delete(node.home().access().resolve("deny.yaml"));
    node.disk().delete(node.home().policySet());

    assertThat(cli.run("access").out())
        .as("besides denials, which only narrow")
        .contains("owner-full-access")
        .doesNotContainPattern("(?m)^peers ");
    cli.run("lost", "--accept", "access");
    assertThat(cli.run("access").out()).contains("peers");
  }

  @Test
  void aPolicyFileThatWasPutBackIsNoLossAnyMore() {
    String text = "- { name: no-tasks, effect: deny, permissions: { tools: [task_add] } }";
    policy("deny.yaml", text);
    node.made().look();
    node.disk().delete(node.home().access().resolve("deny.yaml"));
    cli.run("maintain");
    assertThat(lost()).containsExactly("access");

    policy("deny.yaml", text);
    cli.run("maintain");

    assertThat(lost()).isEmpty();
    assertThat(cli.run("access").err()).doesNotContain("sbp lost");
  }

  @Test
  void aLostWebhookIsToldAndOneThatWasRemovedIsNot() {
    OwnerOnly.deleteTree(NodeThing.WEBHOOKS.in(node.home()));
    node.made().accept(NodeThing.WEBHOOKS);
    cli.run("webhook", "add", "ci");
    cli.run("webhook", "add", "shop");

    assertThat(cli.run("webhook", "remove", "ci").exit()).isEqualTo(ExitCode.DONE);
    assertThat(lost()).isEmpty();

    node.disk().delete(node.home().runtime().resolve("webhooks/shop.json"));
    assertThat(lost()).containsExactly("webhooks");
    assertThat(check("losses")).contains("fail", "webhooks/shop.json", "was lost");
    assertThat(cli.run("webhook").err())
        .contains("webhooks/shop.json is missing", "sbp lost --accept webhooks");

    assertThat(cli.run("webhook", "remove", "shop").exit()).isEqualTo(ExitCode.DONE);
    assertThat(lost()).isEmpty();
  }
}
