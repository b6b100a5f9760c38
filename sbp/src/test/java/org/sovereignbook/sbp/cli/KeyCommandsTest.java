package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rotation;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp keygen} and {@code sbp identity} on a node that {@code sbp init} made. */
class KeyCommandsTest {
  @TempDir Path folder;
  private CliTest cli;
  private Node node;

  @BeforeEach
  void makeNode() {
    cli = CliTest.in(folder);
    assertThat(cli.run("init", "--name", "Echo", "--local").exit()).isEqualTo(ExitCode.DONE);
    node =
        new Node(
            new NodeHome(folder),
            new org.sovereignbook.sbp.node.LocalDisk(),
            cli.clock(),
            new java.security.SecureRandom());
  }

  @Test
  void theIdentityIsShownAndTheSameAsJson() {
    CliTest.Ran ran = cli.run("identity");

    assertThat(ran.out()).contains("Echo", node.identity().fingerprint().toString());
    assertThat(cli.run("identity", "--json").json()).isEqualTo(node.identity().json());
  }

  @Test
  void aNewNameIsSignedWithTheSameKeyAndCommitment() {
    IdentityDocument before = node.identity();
    cli.clock().advance(java.time.Duration.ofMinutes(1));

    CliTest.Ran ran = cli.run("identity", "--set", "name=Echo Two", "--set", "description=x=y");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.identity().name()).isEqualTo("Echo Two");
    assertThat(node.identity().description()).contains("x=y");
    assertThat(node.identity().publicKey()).isEqualTo(before.publicKey());
    assertThat(node.identity().nextKeyHash()).isEqualTo(before.nextKeyHash());
    assertThat(node.identity().createdAt()).isGreaterThan(before.createdAt());
  }

  @Test
  void aClockBehindTheDocumentIsToBeSetAndNothingIsSignedByIt() {
    IdentityDocument before = node.identity();
    cli.clock().advance(java.time.Duration.ofDays(-30));

    for (String[] command :
        new String[][] {{"identity"}, {"identity", "--set", "name=New"}, {"keygen", "--rotate"}}) {
      CliTest.Ran ran = cli.run(command);
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.err()).contains("the clock of this machine says", "timedatectl set-ntp true");
    }
    assertThat(cli.run("doctor").out()).contains("      timedatectl set-ntp true");
    assertThat(node.identityAsWritten().json()).isEqualTo(before.json());
  }

  @Test
  void sayingWhatItSaysAlreadyIsNothingToDo() {
    assertThat(cli.run("identity", "--set", "name=Echo").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void aMemberThatCannotBeSetIsRefusedAndNamed() {
    IdentityDocument before = node.identity();

    CliTest.Ran ran = cli.run("identity", "--set", "public_key=x");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("public_key cannot be set");
    assertThat(cli.run("identity", "--set", "endpoint=nonsense").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(node.identity().json()).isEqualTo(before.json());
  }

  @Test
  void rotationHandsOverToTheCommittedKey() {
    IdentityDocument before = node.identity();
    KeyPair next = KeyFile.load(node.disk(), node.home().nextKeypair());

    CliTest.Ran ran = cli.run("keygen", "--rotate");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.keys().publicKey()).isEqualTo(next.publicKey());
    assertThat(node.identity().publicKey()).isEqualTo(next.publicKey());
    assertThat(Rotation.succeeds(before, node.identity())).isInstanceOf(Checked.Valid.class);
    KeyPair afterNext = KeyFile.load(node.disk(), node.home().nextKeypair());
    assertThat(afterNext.publicKey()).isNotEqualTo(next.publicKey());
    assertThat(node.identity().nextKeyHash())
        .isEqualTo(Optional.of(ContentHash.ofBytes(afterNext.publicKey().bytes())));
  }

  @Test
  void keysAreNeverOverwrittenUnasked() throws IOException {
    String before = Files.readString(node.home().keypair());

    CliTest.Ran ran = cli.run("keygen");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("--rotate", "--force");
    assertThat(Files.readString(node.home().keypair())).isEqualTo(before);
  }

  @Test
  void forceKeepsTheOldKeyAndIdentitySignsForTheNewOne() throws IOException {
    KeyPair before = node.keys();
    String old = Files.readString(node.home().keypair());
    String oldNext = Files.readString(node.home().nextKeypair());

    assertThat(cli.run("keygen", "--force").exit()).isEqualTo(ExitCode.DONE);

    assertThat(node.keys().publicKey()).isNotEqualTo(before.publicKey());
    try (var retired = Files.list(node.home().keypair().resolveSibling("retired"))) {
      assertThat(retired.toList())
          .hasSize(2)
          .anySatisfy(file -> assertThat(file).hasContent(old.strip()))
          .anySatisfy(file -> assertThat(file).hasContent(oldNext.strip()));
    }
    assertThat(cli.run("identity", "--set", "name=Echo").exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.identity().publicKey()).isEqualTo(node.keys().publicKey());
  }

  @Test
  void aLostNextKeyIsNotMadeUpBehindTheCommitment() {
    node.disk().delete(node.home().nextKeypair());

    CliTest.Ran ran = cli.run("keygen");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("put it back");
    assertThat(node.disk().exists(node.home().nextKeypair())).isFalse();
  }

  @Test
  void aNextKeyWithoutItsCurrentOneIsNotOverwrittenUnasked() throws IOException {
    String next = Files.readString(node.home().nextKeypair());
    node.disk().delete(node.home().keypair());

    CliTest.Ran ran = cli.run("keygen");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("next-keypair.json", "--force");
    assertThat(Files.readString(node.home().nextKeypair())).isEqualTo(next);
    assertThat(node.disk().exists(node.home().keypair())).isFalse();
  }

  @Test
  void aNodeWithoutKeysGetsBoth() {
    node.disk().delete(node.home().keypair());
    node.disk().delete(node.home().nextKeypair());

    assertThat(cli.run("keygen").exit()).isEqualTo(ExitCode.DONE);

    assertThat(node.keys().publicKey())
        .isNotEqualTo(KeyFile.load(node.disk(), node.home().nextKeypair()).publicKey());
  }

  @Test
  void noCommandShowsAPrivateKey() {
    String all =
        cli.run("keygen", "--force", "--json").out()
            + cli.run("identity", "--set", "name=Echo", "--json").out()
            + cli.run("keygen", "--rotate", "--json").out()
            + cli.run("identity", "--json").out();

    assertThat(all).contains("fingerprint").doesNotContain("private");
  }

  @Test
  void aBusyNodeKeepsItsKeys() {
    try (ExclusiveStore held =
        ExclusiveStore.open(node, TestNode.FILES, "reader", Optional.empty())) {
      assertThat(held.store().recover()).isFalse();
      assertThat(cli.run("keygen", "--rotate").exit()).isEqualTo(ExitCode.BUSY);
      assertThat(cli.run("identity", "--set", "name=X").exit()).isEqualTo(ExitCode.BUSY);
      assertThat(cli.run("identity").exit()).isEqualTo(ExitCode.DONE);
    }
  }
}
