package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
  @TempDir private Path folder;

  @Test
  void keepsDefaultsForWhatIsNotSaid() {
    Config section = load("{}").section("network_config");
    assertThat(section.integer("max_subscribers", 500, 0, 1_000)).isEqualTo(500);
    assertThat(section.flag("allow_private_endpoints", false)).isFalse();
    assertThat(section.integers("retry_minutes", List.of(15, 60), 1, 9_999))
        .containsExactly(15, 60);
    assertThat(section.decimal("threshold", 0.25, 0, 1)).isEqualTo(0.25);
  }

  @Test
  void readsWhatIsSaid() {
    Config section =
        load("{\"s\":{\"n\":7,\"b\":true,\"t\":\"x\",\"d\":0.5,\"l\":[1,2],\"i\":1}}").section("s");
    assertThat(section.integer("n", 0, 0, 9)).isEqualTo(7);
    assertThat(section.flag("b", false)).isTrue();
    assertThat(section.oneOf("t", "y", Set.of("x", "y"))).isEqualTo("x");
    assertThat(section.decimal("d", 0, 0, 1)).isEqualTo(0.5);
    assertThat(section.decimal("i", 0, 0, 1)).isEqualTo(1);
    assertThat(section.integers("l", List.of(), 0, 9)).containsExactly(1, 2);
  }

  @Test
  void namesTheKeyAndWhatItExpected() {
    Config s = load("{\"s\":{\"n\":\"7\",\"m\":10,\"t\":\"z\",\"o\":1}}").section("s");
    assertRefused(() -> s.integer("n", 0, 0, 9), "scheduler-config.json: s.n", "whole number");
    assertRefused(() -> s.integer("m", 0, 0, 9), "s.m", "from 0 to 9");
    assertRefused(() -> s.oneOf("t", "x", Set.of("x", "y")), "s.t", "one of x, y");
    assertRefused(() -> s.section("o"), "s.o", "an object");
  }

  @Test
  void namesTheLineOfAMistake() {
    assertRefused(() -> load("{\n  \"a\": 1,\n}"), "scheduler-config.json", "line 3");
  }

  @Test
  void saysThatTheFileIsMissing() {
    assertRefused(() -> Config.load(new LocalDisk(), folder.resolve("none.json")), "is missing");
  }

  private Config load(String text) {
    Path file = folder.resolve("scheduler-config.json");
    Disk disk = new LocalDisk();
    disk.write(file, text.getBytes(StandardCharsets.UTF_8));
    return Config.load(disk, file);
  }

  private static void assertRefused(Runnable read, String... parts) {
    Consumer<ConfigException> says = e -> assertThat(e.getMessage()).contains(parts);
    assertThatExceptionOfType(ConfigException.class).isThrownBy(read::run).satisfies(says);
  }
}
