package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.testing.TestClock;

class ConfigTest {
  @TempDir private Path folder;

  private static final Setting<Integer> NUMBER = Setting.integer("s.n", 5, 0, 9, "");
  private static final Setting<Boolean> FLAG = Setting.flag("s.b", false, "");
  private static final Setting<String> WORD = Setting.oneOf("s.t", "y", "", "x", "y");
  private static final Setting<Double> DECIMAL = Setting.decimal("s.d", 0.25, 0, 1, "");
  private static final Setting<List<Integer>> LIST =
      Setting.integers("s.l", List.of(15, 60), 0, 99, "");

  @Test
  void keepsDefaultsForWhatIsNotSaid() {
    for (Config config : List.of(load("{}"), load("{\"s\":{}}"))) {
      assertThat(config.get(NUMBER)).isEqualTo(5);
      assertThat(config.get(FLAG)).isFalse();
      assertThat(config.get(LIST)).containsExactly(15, 60);
      assertThat(config.get(DECIMAL)).isEqualTo(0.25);
      assertThat(config.find(NUMBER.withoutDefault())).isEmpty();
    }
  }

  @Test
  void readsWhatIsSaid() {
    Config config =
        load(
            "{\"s\":{\"n\":7,\"b\":true,\"t\":\"x\",\"d\":0.5,\"l\":[1,2],\"i\":1,\"a.b\":{\"n\":3}}}");
    assertThat(config.get(NUMBER)).isEqualTo(7);
    assertThat(config.get(FLAG)).isTrue();
    assertThat(config.get(WORD)).isEqualTo("x");
    assertThat(config.get(DECIMAL)).isEqualTo(0.5);
    assertThat(config.get(DECIMAL.at("s.i"))).isEqualTo(1);
    assertThat(config.get(LIST)).containsExactly(1, 2);
    assertThat(config.section("s").get(NUMBER.at("n"))).isEqualTo(7);
    assertThat(config.section("s").section("a.b").get(NUMBER.at("n"))).isEqualTo(3);
  }

  @Test
  void whatIsPutInIsReadAgain() {
    Config config = load("{\"x\":1}").with(NUMBER, 3).with(LIST, List.of(4)).with(WORD, "x");
    assertThat(JsonWriter.compact(config.json()))
        .isEqualTo("{\"x\":1,\"s\":{\"n\":3,\"l\":[4],\"t\":\"x\"}}");
    assertThat(config.get(NUMBER)).isEqualTo(3);
  }

  @Test
  void namesTheKeyAndWhatItExpected() {
    Config config = load("{\"s\":{\"n\":\"7\",\"m\":10,\"t\":\"z\",\"o\":1,\"l\":[]}}");
    assertRefused(() -> config.get(NUMBER), "scheduler-config.json: s.n", "whole number");
    assertRefused(() -> config.get(NUMBER.at("s.m")), "s.m", "from 0 to 9");
    assertRefused(() -> config.get(WORD), "s.t", "one of x, y");
    assertRefused(() -> config.get(LIST), "s.l", "an array of at least one");
    assertRefused(() -> config.section("s").section("o"), "s.o", "an object");
    assertRefused(() -> config.get(NUMBER.at("s.o.n")), "s.o", "an object");
    assertRefused(() -> config.get(NUMBER.at("s.q").withoutDefault()), "s.q", "but it is not set");
  }

  @Test
  void namesTheLineOfAMistake() {
    assertRefused(() -> load("{\n  \"a\": 1,\n}"), "scheduler-config.json", "line 3");
  }

  @Test
  void saysThatTheFileIsMissing() {
    assertRefused(() -> Config.load(new LocalDisk(), folder.resolve("none.json")), "is missing");
  }

  @Test
  void aChangedFileIsReadAtOnceAndOneWithTheSameStampSoon() throws IOException {
    TestClock clock = new TestClock();
    Path file = folder.resolve("scheduler-config.json");
    Config.Last last = new Config.Last();
    Supplier<Integer> number = () -> last.load(new LocalDisk(), file, clock.instant()).get(NUMBER);
    Files.writeString(file, "{\"s\":{\"n\":1}}");
    assertThat(number.get()).isEqualTo(1);
    FileTime stamp = Files.getLastModifiedTime(file);
    Files.writeString(file, "{\"s\":{\"n\":2}}");
    Files.setLastModifiedTime(file, stamp);
    assertThat(number.get()).as("nothing shows the change").isEqualTo(1);

    clock.advance(Duration.ofSeconds(1));
    assertThat(number.get()).isEqualTo(2);
    Files.writeString(file, "{\"s\":{\"n\":3}}  ");
    assertThat(number.get()).isEqualTo(3);
    Files.delete(file);
    assertThatExceptionOfType(ConfigException.class).isThrownBy(number::get);
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
