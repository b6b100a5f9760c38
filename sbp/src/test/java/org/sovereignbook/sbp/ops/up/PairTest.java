package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.web.WebSettings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.InitOptions;

class PairTest {
  @TempDir private Path folder;

  @Test
  void thePageOfEachHasAPortThatStays() throws IOException {
    World world =
        CliTest.in(folder).world(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    Session session = Session.of(world, new Output(world, true), CommandTable.NONE);
    Pair pair = new Pair(session, folder.resolve("pair"));

    List<Integer> ports = ports(pair.nodes(new InitOptions()));

    assertThat(ports).doesNotHaveDuplicates().startsWith(8464);
    assertThat(ports(pair.nodes(new InitOptions()))).isEqualTo(ports);
    assertThat(Pair.next(pair.nodes(new InitOptions())))
        .hasSize(4)
        .noneMatch(line -> line.contains("\\"))
        .anySatisfy(line -> assertThat(line).contains("It works"))
        .anySatisfy(line -> assertThat(line).endsWith("alder/sbp post hello.md"))
        .anySatisfy(line -> assertThat(line).contains("birch/sbp feed"));
  }

  private static List<Integer> ports(List<Node> nodes) {
    return nodes.stream().map(node -> node.config().get(WebSettings.PORT)).toList();
  }
}
