/* The version of the contract `boardloom:rules` that the kit implements: its folder in sdk/wit. */
#define BL_CONTRACT "1.0.0"
