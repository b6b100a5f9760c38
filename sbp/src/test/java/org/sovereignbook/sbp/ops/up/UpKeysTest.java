package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

class UpKeysTest {
  @TempDir private Path folder;
  private final List<String> ran = new ArrayList<>();
  private final UpKeys keys = new UpKeys(words -> ran.add(String.join(" ", words)));
  private Node node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder).node();
  }

  private UpWaiting.OwnerQuestion request(String id) {
    return new UpWaiting.OwnerQuestion(
        node,
        id,
        false,
        "ann asks for mail_send",
        List.of("cause: bob", "turn:  01T"),
        "any mail_send of ann by mcp");
  }

  private boolean type(String typed) {
    return typed.chars().map(key -> keys.typed(key) ? 1 : 0).sum() > 0;
  }

  private String command(String words) {
    return words + " --home " + node.home().root();
  }

  @Test
  void aRequestIsApprovedForAsLongAsTheSecondKeySays() {
    keys.wait(List.of(request("9f3a"), request("41c0")));

    assertThat(type("aoahaw")).isFalse();

    assertThat(ran)
        .containsExactly(
            command("access approve 9f3a --once"),
            command("access approve 9f3a --24h"),
            command("access approve 9f3a --always"));
  }

  @Test
  void aDraftIsSentAndBothAreDenied() {
    keys.wait(
        List.of(new UpWaiting.OwnerQuestion(node, "41c0", true, "reply by reader", List.of(), "")));
    assertThat(type("ayao")).isFalse();
    assertThat(type("dy")).isFalse();
    assertThat(ran).containsExactly(command("access approve 41c0"), command("access deny 41c0"));
  }

  @Test
  void aSlipAnswersNothingAndOnlyQEnds() {
    keys.wait(List.of());
    assertThat(type("adoyw")).isFalse();
    keys.wait(List.of(request("9f3a")));
    assertThat(type("axyd oaq")).as("a q that means no").isFalse();
    assertThat(ran).isEmpty();
    assertThat(type("q")).isTrue();
  }

  @Test
  void aQuestionThatIsGoneIsNotAnsweredAndANewOneNotInItsPlace() {
    keys.wait(List.of(request("9f3a"), request("41c0")));
    assertThat(type("a")).isFalse();
    keys.wait(List.of(request("41c0")));
    assertThat(type("o")).isFalse();
    assertThat(ran).isEmpty();

    assertThat(type("a")).isFalse();
    keys.wait(List.of(request("0000"), request("41c0")));
    assertThat(type("o")).isFalse();
    assertThat(ran).containsExactly(command("access approve 41c0 --once"));
  }

  @Test
  void theLastLineSaysWhatTheKeysDo() {
    assertThat(keys.lines()).containsExactly("q quit");
    keys.wait(List.of(request("9f3a61c2d47b08e5")));
    assertThat(keys.lines())
        .containsExactly("request 9f3a61c2  ann asks for mail_send", "a approve   d deny   q quit");
    assertThat(type("a")).isFalse();
    assertThat(keys.lines())
        .as("the question that is answered, and what each answer covers")
        .contains("allow request 9f3a61c2  ann asks for mail_send", "cause: bob", "turn:  01T");
    assertThat(keys.lines().getLast())
        .startsWith("allow it?   o this one call")
        .contains("always: any mail_send of ann by mcp");
    assertThat(type("xd")).isFalse();
    assertThat(keys.lines()).contains("deny request 9f3a61c2  ann asks for mail_send");
  }

  @Test
  void whatWaitsIsRequestsDraftsAndMailWithItsSender() {
    CliTest cli = CliTest.in(folder);
    assertThat(cli.run("agent", "register", "ann").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("search", "fog", "--as", "ann").exit()).isEqualTo(ExitCode.REFUSED);
    cli.run("mail", "send", "owner", "the tide is out", "--as", "ann");

    World world = cli.world(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    Session session = Session.of(world, new Output(world, false), CommandLines.table());
    UpWaiting waiting = UpWaiting.of(session, node, "");

    assertThat(waiting.questions())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.text())
                    .startsWith("ann asks for search")
                    .endsWith(":  sbp search fog"));
    assertThat(waiting.lines())
        .anySatisfy(
            line ->
                assertThat(line).contains("mail of ann", "\"the tide is out\"", "sbp mail read "));
  }
}
