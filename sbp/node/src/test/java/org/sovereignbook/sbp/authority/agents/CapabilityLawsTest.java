package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Layer;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;

/**
 * What {@code C(A) ≤ C(P)} must be (CORDELIA §2.4): a partial order with greatest lower bounds. The
 * judge of the sets of names is every name of up to four letters, one of which no pattern mentions:
 * it stands for all other letters that there are.
 */
@PropertyDefaults(tries = 400, edgeCases = EdgeCasesMode.NONE)
class CapabilityLawsTest {
  private static final List<String> NAMES = names(4);

  private static List<String> names(int letters) {
    List<String> all = new ArrayList<>();
    List<String> longest = List.of("");
    for (int i = 0; i < letters; i++) {
      longest =
          longest.stream().flatMap(name -> Stream.of("a", "b", "z").map(name::concat)).toList();
      all.addAll(longest);
    }
    return all;
  }

  @Provide
  Arbitrary<Globs> globs() {
    Arbitrary<String> word = Arbitraries.strings().withChars('a', 'b').ofMaxLength(3);
    Arbitrary<String> pattern =
        Combinators.combine(word, Arbitraries.of(true, false))
            .as((name, prefix) -> prefix || name.isEmpty() ? name + "*" : name);
    return pattern.list().ofMaxSize(5).map(Globs::new);
  }

  @Provide
  Arbitrary<Capabilities> capabilities() {
    Arbitrary<MemoryScope> scopes =
        Combinators.combine(
                Arbitraries.of(Layer.class).set(), globs(), Arbitraries.of(Visibility.class).set())
            .as(MemoryScope::new);
    return Combinators.combine(
            scopes,
            scopes,
            globs(),
            Arbitraries.integers().between(1, 4),
            Arbitraries.longs().between(0, 3),
            Arbitraries.of(true, false))
        .as(Capabilities::new);
  }

  @Property
  void oneSetOfNamesIsWithinAnotherExactlyWhenEachOfItsNamesIs(
      @ForAll("globs") Globs one, @ForAll("globs") Globs other) {
    assertThat(one.isWithin(other))
        .isEqualTo(NAMES.stream().filter(one::contains).allMatch(other::contains));
  }

  @Property
  void twoSetsMeetInExactlyTheNamesOfBoth(
      @ForAll("globs") Globs one, @ForAll("globs") Globs other) {
    assertThat(NAMES.stream().filter(one.meet(other)::contains).toList())
        .isEqualTo(NAMES.stream().filter(one::contains).filter(other::contains).toList());
  }

  @Property
  void setsOfTheSameNamesAreEqualHoweverTheyWereWritten(
      @ForAll("globs") Globs one, @ForAll("globs") Globs other) {
    assertThat(one.equals(other))
        .isEqualTo(NAMES.stream().allMatch(name -> one.contains(name) == other.contains(name)));
  }

  @Property
  void everyoneIsWithinThemselvesAndWithinAll(@ForAll("capabilities") Capabilities one) {
    assertThat(one.isWithin(one)).isTrue();
    assertThat(one.isWithin(Capabilities.ALL)).isTrue();
    assertThat(one.meet(one)).isEqualTo(one);
    assertThat(one.meet(Capabilities.ALL)).isEqualTo(one);
  }

  @Property
  void twoThatAreWithinEachOtherAreEqual(
      @ForAll("capabilities") Capabilities one, @ForAll("capabilities") Capabilities other) {
    Capabilities less = one.meet(other);

    assertThat(one.isWithin(other) && other.isWithin(one)).isEqualTo(one.equals(other));
    assertThat(one.isWithin(other)).isEqualTo(less.equals(one));
  }

  @Property
  void aGrandchildIsWithinItsGrandparent(
      @ForAll("capabilities") Capabilities one,
      @ForAll("capabilities") Capabilities other,
      @ForAll("capabilities") Capabilities third) {
    Capabilities child = one.meet(other);
    Capabilities grandchild = child.meet(third);

    assertThat(grandchild.isWithin(child)).isTrue();
    assertThat(child.isWithin(one)).isTrue();
    assertThat(grandchild.isWithin(one)).isTrue();
    assertThat(!one.isWithin(other) || !other.isWithin(third) || one.isWithin(third)).isTrue();
  }

  @Property
  void theirMeetIsTheMostThatBothAllow(
      @ForAll("capabilities") Capabilities one,
      @ForAll("capabilities") Capabilities other,
      @ForAll("capabilities") Capabilities third) {
    Capabilities both = one.meet(other);

    assertThat(third.isWithin(one) && third.isWithin(other)).isEqualTo(third.isWithin(both));
    assertThat(both).isEqualTo(other.meet(one));
    assertThat(both.meet(third)).isEqualTo(one.meet(other.meet(third)));
  }

  /** Of all the small ones, not only of some: the same against every use that can be made. */
  @Property
  void whatIsWithinAllowsNoUseThatTheOtherDoesNot(
      @ForAll("capabilities") Capabilities one, @ForAll("capabilities") Capabilities other) {
    if (one.isWithin(other)) {
      assertThat(uses(other)).containsAll(uses(one));
    }
    assertThat(uses(one.meet(other)))
        .isEqualTo(uses(one).stream().filter(uses(other)::contains).collect(Collectors.toSet()));
  }

  private static Set<String> uses(Capabilities of) {
    Set<String> uses = new HashSet<>();
    for (String name : names(2)) {
      if (of.tools().contains(name)) {
        uses.add("tool " + name);
      }
      for (Layer layer : EnumSet.allOf(Layer.class)) {
        for (Visibility visibility : EnumSet.allOf(Visibility.class)) {
          if (of.memoryRead().allows(layer, visibility, name)) {
            uses.add("read " + layer + visibility + name);
          }
          if (of.memoryWrite().allows(layer, visibility, name)) {
            uses.add("write " + layer + visibility + name);
          }
        }
      }
    }
    return uses;
  }

  @Property
  void theyAreReadAsTheyAreWritten(@ForAll("capabilities") Capabilities one) {
    assertThat(Capabilities.parse(one.json())).isEqualTo(one);
  }
}
