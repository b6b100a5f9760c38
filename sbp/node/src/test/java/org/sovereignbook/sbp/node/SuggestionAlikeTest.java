package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionAlikeTest {
  @ParameterizedTest
  @CsvSource({"Release-Manager", "release manager", "RELEASE_MANAGER", "releasemanager"})
  void aNameThatDiffersInCaseBlanksOrDashesIsSuggested(String typed) {
    assertThat(Suggestion.nearest(typed, List.of("reader", "release-manager")))
        .contains("release-manager");
  }
}
