/* What the problem package of the mahjong simulator has besides tests. */
#ifndef NF_MAHJONG_PACKAGE_H
#define NF_MAHJONG_PACKAGE_H

#include "core/contract/suite.h"

extern const struct nf_package mahjong_package;

/* nf_game.suite. */
extern const struct nf_suite mahjong_suite;

#endif
