package org.sovereignbook.sbp.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultsPutBackTest {
  static final Path CHECKOUT =
      Stream.of(Path.of(""), Path.of(".."))
          .map(folder -> folder.toAbsolutePath().normalize())
          .filter(folder -> Files.exists(folder.resolve("jbang-catalog.json")))
          .findFirst()
          .orElseThrow();

  @Test
  void eachFaultOfTheListCanBePutIntoTheSourceAsItIs() throws IOException {
    List<FaultsPutBack.Fault> faults = FaultsPutBack.all();

    assertThat(faults).hasSizeGreaterThanOrEqualTo(10);
    assertThat(faults).extracting(FaultsPutBack.Fault::name).doesNotHaveDuplicates();
    for (FaultsPutBack.Fault fault : faults) {
      String source = Files.readString(CHECKOUT.resolve(fault.file()));
      assertThat(fault.putInto(source)).as(fault.name()).isNotEqualTo(source);
    }
  }

  @Test
  void aTextThatIsNotThereOnceIsRefused() {
    FaultsPutBack.Fault fault =
        new FaultsPutBack.Fault(
            "x", "y", 1, "X.java", List.of(new FaultsPutBack.Piece("a b", "c")));

    assertThat(fault.putInto("1 a\n  b 2")).isEqualTo("1 c 2");
    assertThatThrownBy(() -> fault.putInto("a c")).hasMessageContaining("has no a b");
    assertThatThrownBy(() -> fault.putInto("a b a b")).hasMessageContaining("has twice a b");
  }
}
