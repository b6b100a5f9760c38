package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestNode;

class SocietyStampTest {
  @TempDir private Path folder;

  @Test
  void withoutItsFilesASocietyMayHaveChangedAtAnyTime() {
    SocietyStamp stamp = new SocietyStamp(TestNode.in(folder).node(), List.of());

    assertThat(stamp.isChanged()).isTrue();
    assertThat(stamp.isChanged()).isTrue();
  }

  @Test
  void aSocietyIsOpenedAfterAChangeOfEitherFileAndAfterAWhile() {
    TestNode node = TestNode.in(folder);
    Path file = node.home().society();
    node.node().writeText(file, "a database");
    Path other = folder.resolve("other");
    SocietyStamp stamp = new SocietyStamp(node.node(), List.of(other));

    assertThat(stamp.isChanged()).isTrue();
    assertThat(stamp.isChanged()).isFalse();
    node.node().writeText(other, "something else");
    assertThat(stamp.isChanged()).isTrue();
    assertThat(stamp.isChanged()).isFalse();
    node.node().writeText(file.resolveSibling("society.db-wal"), "a change");
    assertThat(stamp.isChanged()).isTrue();
    assertThat(stamp.isChanged()).isFalse();
    node.node().writeText(file, "another database");
    assertThat(stamp.isChanged()).isTrue();
    assertThat(stamp.isChanged()).isFalse();
    node.clock().advance(Duration.ofSeconds(31));
    assertThat(stamp.isChanged()).isTrue();
  }
}
