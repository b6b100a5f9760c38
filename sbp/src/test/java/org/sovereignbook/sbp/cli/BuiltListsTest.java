package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.node.BuiltList;

/** The lists of the build equal the declarations. */
class BuiltListsTest {
  @ParameterizedTest
  @EnumSource
  void theBuildHasWrittenEachList(BuiltList list) {
    assertThat(list.text()).contains(BuiltLists.text(list));
  }
}
