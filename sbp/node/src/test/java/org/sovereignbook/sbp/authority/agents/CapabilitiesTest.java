package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Layer;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;

class CapabilitiesTest {
  /** The example of CORDELIA §2.2. */
  private static final String SEED =
      """
      {"memory_read":{"layers":["l1","l2"],"groups":["seed-drill","swarm-*"],
         "visibility":["private","group"]},
       "memory_write":{"layers":["l1","l2"],"groups":["seed-drill"],"visibility":["private","group"]},
       "tools":["memory_read_hot","memory_write_hot","memory_search"],
       "max_parallel_ops":5,"ttl_seconds":3600,"autonomous":false}\
      """;

  private static Capabilities parse(String json) throws Exception {
    return Capabilities.parse((JsonObject) JsonReader.file(json.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void readsTheExampleOfTheSeed() throws Exception {
    Capabilities seed = parse(SEED);

    assertThat(seed.memoryRead().allows(Layer.L2, Visibility.GROUP, "swarm-research")).isTrue();
    assertThat(seed.memoryWrite().allows(Layer.L2, Visibility.GROUP, "swarm-research")).isFalse();
    assertThat(seed.memoryRead().allows(Layer.L2, Visibility.PUBLIC, "")).isFalse();
    assertThat(seed.tools().contains("memory_search")).isTrue();
    assertThat(seed.ttlSeconds()).isEqualTo(3600);
    assertThat(Capabilities.parse(seed.json())).isEqualTo(seed);
  }

  @Test
  void whatIsAbsentIsDeniedOrUsual() throws Exception {
    Capabilities none = parse("{}");

    assertThat(none).isEqualTo(Capabilities.ofTools(Globs.NONE));
    assertThat(none.memoryWrite()).isEqualTo(MemoryScope.NONE);
    assertThat(none.maxParallelOps()).isEqualTo(5);
    assertThat(none.ttlSeconds()).isZero();
    assertThat(none.autonomous()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"more\":1}",
        "{\"memory_read\":{\"layers\":[\"l3\"]}}",
        "{\"memory_read\":{\"secrets\":[]}}",
        "{\"memory_read\":[]}",
        "{\"memory_read\":{\"visibility\":[\"all\"]}}",
        "{\"max_parallel_ops\":0}",
        "{\"max_parallel_ops\":101}",
        "{\"ttl_seconds\":-1}",
        "{\"ttl_seconds\":9223372036854775807}",
        "{\"tools\":\"*\"}",
        "{\"tools\":[\"\"]}",
        "{\"tools\":[\"a*b\"]}",
        "{\"tools\":[\"**\"]}",
        "{\"tools\":[\"a b\"]}",
        "{\"tools\":[\"a\\u0000\"]}",
        "{\"tools\":[1]}",
        "{\"autonomous\":\"yes\"}"
      })
  void refusesWhatTheSchemaDoesNotKnow(String json) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(json));
  }

  @Test
  void aListHasALimit() {
    List<String> many = IntStream.range(0, 1_001).mapToObj(i -> "t" + i).toList();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Globs.declared("tools", many))
        .withMessageContaining("more than 1000");
    assertThatIllegalArgumentException().isThrownBy(() -> Globs.of("a".repeat(257)));
  }

  @Test
  void whatExceedsTheParentIsNamedAsOneWouldWriteIt() throws Exception {
    Capabilities child =
        parse(SEED.replace("\"autonomous\":false", "\"autonomous\":true").replace("3600", "0"));
    Capabilities parent =
        parse(
            """
            {"memory_read":{"layers":["l1"],"groups":["seed-*"],"visibility":["private","group"]},
             "tools":["memory_read_*"],"max_parallel_ops":2,"ttl_seconds":60}\
            """);

    assertThat(child.beyond(parent))
        .containsExactly(
            "memory_read.layers l2",
            "memory_read.groups swarm-*",
            "memory_write.layers l1",
            "memory_write.layers l2",
            "memory_write.groups seed-drill",
            "memory_write.visibility private",
            "memory_write.visibility group",
            "tools memory_search",
            "tools memory_write_hot",
            "max_parallel_ops 5 (at most 2)",
            "ttl_seconds 0 (no limit; at most 60)",
            "autonomous true");
  }

  @ParameterizedTest
  @CsvSource({
    "swarm-*,   swarm-*,  true",
    "swarm-a,   swarm-*,  true",
    "swarm-a*,  swarm-*,  true",
    "swarm-,    swarm-*,  true",
    "swarm,     swarm-*,  false",
    "swarm*,    swarm-*,  false",
    "*,         swarm-*,  false",
    "*,         *,        true",
    "a,         *,        true",
  })
  void aPatternIsWithinAnotherByItsPrefix(String mine, String theirs, boolean within) {
    assertThat(Globs.of(mine).isWithin(Globs.of(theirs))).isEqualTo(within);
  }

  @Test
  void aStarIsOnlyForThoseWhoseParentHasIt() {
    Globs everyLetterOfAscii =
        new Globs(
            IntStream.rangeClosed('!', '~')
                .filter(c -> c != '*')
                .mapToObj(c -> (char) c + "*")
                .toList());

    assertThat(Globs.ALL.isWithin(everyLetterOfAscii)).isFalse();
    assertThat(Globs.ALL.isWithin(Globs.ALL)).isTrue();
  }

  @Test
  void twoScopesOfMemoryTogetherAllowWhatEitherDoes() {
    MemoryScope own =
        new MemoryScope(
            Set.of(MemoryScope.Layer.L1), Globs.of("a"), Set.of(MemoryScope.Visibility.PRIVATE));
    MemoryScope both = own.plus(MemoryScope.ofGroup("b"));
    assertThat(both)
        .isEqualTo(
            new MemoryScope(
                Set.of(MemoryScope.Layer.values()),
                Globs.of("a", "b"),
                Set.of(MemoryScope.Visibility.PRIVATE, MemoryScope.Visibility.GROUP)));
  }
}
