package org.sovereignbook.sbp.plugins.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A node with a shared group whose owner has switched the feature off. */
class SharedGroupsOffTest {
  private static final KeyPair BOB = TestKeys.named("bob");

  @TempDir Path folder;
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void switchItOff() {
    node = TestNode.in(folder);
    node.addPeer("bob", BOB, TestNode.BOB_ENDPOINT, TrustState.ENDORSED);
    cli = CliTest.in(node.home().root());
    done("group", "create", "team");
    done("group", "add", "team", "helper@bob");
    done("plugin", "off", "shared-groups");
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private int nodes() {
    return done("group", "show", "team", "--json")
        .json()
        .array("nodes")
        .orElseThrow()
        .objects()
        .size();
  }

  @Test
  void itsCommandsSaySoAndGroupsOfTheNodeGoOn() {
    for (List<String> words :
        List.of(
            List.of("group", "add", "team", "other@bob", "--json"),
            List.of("group", "remove", "team", "helper@bob", "--json"),
            List.of("group", "retry", "--json"),
            List.of("group", "drop", "--json"))) {
      CliTest.Ran off = cli.run(words.toArray(String[]::new));
      assertThat(off.exit()).as(String.join(" ", words)).isEqualTo(ExitCode.REFUSED);
      assertThat(off.out()).contains("feature-off", "sbp plugin on shared-groups");
    }
    done("memory", "add", "--in", "team", "the inn is full");
    done("group", "culture", "team", "{\"ttl_default\": 3600}");
    assertThat(nodes()).isZero();

    done("plugin", "on", "shared-groups");
    assertThat(nodes()).isOne();
  }

  @Test
  void whatChangesMeanwhileIsSentOnceItIsOn() {
    done("memory", "add", "--in", "team", "the inn is full");
    CliTest.Ran _ = cli.run("deliver");
    assertThat(node.store().outbox().pending()).isEmpty();

    done("plugin", "on", "shared-groups");
    assertThat(
            done("group", "show", "team", "--json").json().array("nodes").orElseThrow().objects())
        .singleElement()
        .satisfies(bob -> assertThat(bob.integer("waiting")).as("list and item").hasValue(2));
  }

  @Test
  void whatArrivesForItIsSetAsideAndTakenOnceItIsOn() {
    GroupMail.Group group = new GroupMail.Group(node.keys().publicKey(), "team");
    GroupMail mail = new GroupMail(group, new GroupMail.Leave(List.of("helper")));
    byte[] envelope = node.envelope(BOB, TestNode.BOB_ENDPOINT, MessageType.MEMORY, mail.payload());
    var _ = node.store().inbox().accept(envelope, node.clock().instant());

    CliTest.Ran _ = cli.run("reader-pre");
    assertThat(node.store().inbox().setAside()).hasSize(1);

    done("plugin", "on", "shared-groups");
    done("inbox", "retry", "--all");
    CliTest.Ran _ = cli.run("reader-pre");
    assertThat(node.store().inbox().setAside()).isEmpty();
    assertThat(nodes()).isZero();
  }
}
