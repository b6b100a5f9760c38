package org.sovereignbook.sbp.plugins.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.ops.install.PackedProgram;

/** The proof of the whole: real nodes, real processes, real HTTP, real signatures. */
@Tag("trial")
@Order(0)
class DemoTest {

  @Test
  void threeNodesFindEachOtherPublishEndorseAndReply(@TempDir Path folder)
      throws IOException, MalformedJson {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    ExitCode exit = new Program(world(folder, out, err)).run("demo", "--json");

    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(exit).as(text + err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.DONE);
    JsonObject result = (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    List<JsonObject> nodes = result.array("nodes").orElseThrow().objects();
    Set<String> names =
        nodes.stream().map(node -> node.string("name").orElseThrow()).collect(Collectors.toSet());

    assertThat(names).containsExactlyInAnyOrder("Isobar", "Loam", "Ferrule");
    assertThat(nodes).allSatisfy(node -> assertNodeTookPart(node, names));
    assertThat(result.array("problems").orElseThrow().values()).isEmpty();
    JsonObject envelopes = result.object("envelopes").orElseThrow();
    assertThat(envelopes.integer("sent").orElseThrow()).isGreaterThan(30);
    assertThat(envelopes.integer("processed")).isEqualTo(envelopes.integer("sent"));
  }

  private static void assertNodeTookPart(JsonObject node, Set<String> names) {
    String self = node.string("name").orElseThrow();
    Set<String> others =
        names.stream().filter(name -> !name.equals(self)).collect(Collectors.toSet());
    assertThat(namesIn(node, "knows")).as(self + " knows").isEqualTo(others);
    assertThat(strings(node, "follows")).as(self + " follows").isEqualTo(others);
    assertThat(strings(node, "followers")).as(self + "'s followers").isEqualTo(others);
    assertThat(node.array("published").orElseThrow().objects()).as(self + " published").hasSize(4);
    assertThat(node.array("endorsed_content").orElseThrow().objects())
        .as(self + " endorsed pieces")
        .hasSizeGreaterThanOrEqualTo(3)
        .noneMatch(work -> work.string("author").orElseThrow().equals(self));
    assertThat(strings(node, "endorsed_peers")).as(self + " endorsed peers").isNotEmpty();
    assertThat(node.array("replies_received").orElseThrow().objects())
        .as("replies indexed at " + self)
        .singleElement()
        .satisfies(
            reply -> assertThat(titles(node)).contains(reply.string("in_reply_to").orElseThrow()));
  }

  private static Set<String> titles(JsonObject node) {
    return node.array("published").orElseThrow().objects().stream()
        .map(work -> work.string("title").orElseThrow())
        .collect(Collectors.toSet());
  }

  private static Set<String> namesIn(JsonObject node, String member) {
    return node.array(member).orElseThrow().objects().stream()
        .map(peer -> peer.string("name").orElseThrow())
        .collect(Collectors.toSet());
  }

  private static Set<String> strings(JsonObject node, String member) {
    return Set.copyOf(node.array(member).flatMap(JsonArray::strings).orElseThrow());
  }

  private static World world(Path folder, ByteArrayOutputStream out, ByteArrayOutputStream err)
      throws IOException {
    return new World(
        Map.of(World.LAUNCHER_VARIABLE, PackedProgram.script().toString()),
        folder,
        InputStream.nullInputStream(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> false,
        new LocalDisk(),
        InstantSource.system(),
        new SecureRandom());
  }
}
